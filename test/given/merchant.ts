import { expectDocumented } from './openapi-conformance';
import { until } from './until';
import { OPERATOR_TOKEN, type World } from './world';

/** What the tests ask of the product as its users do: by HTTP. */
export interface FetchedReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export async function request(url: string, init: RequestInit = {}): Promise<FetchedReply> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

/**
 * Whoever has waited for an answer in vain asks again, and as long as the first is under way, as the API tells its users to:
 * a machine that stands still for that long is no fault of the product. What is told at once is told like any other answer.
 */
async function requestAnswer(url: string, init: RequestInit): Promise<FetchedReply> {
  const askedAt = performance.now();
  const reply = await request(url, init);
  const waitedInVain = reply.status === 503 && performance.now() - askedAt >= ANSWER_WITHIN_MS;
  if (!waitedInVain) return reply;
  return until('a request is answered', async () => {
    const again = await request(url, init);
    return !STILL_UNDER_WAY.has(String(again.body['error_code'])) && again;
  });
}

const STILL_UNDER_WAY = new Set(['service.unavailable', 'idempotency.request_in_progress']);

/** A little less than the 15 seconds that a request waits for its outcome. */
const ANSWER_WITHIN_MS = 14_500;

export async function push(...asked: Push): Promise<FetchedReply> {
  return documented('pushMessage', ...pushOf(asked));
}

/** Whatever comes of it, even where there is no answer in time. */
export async function pushOnce(...asked: Push): Promise<FetchedReply> {
  const reply = await request(...pushOf(asked));
  expectDocumented('pushMessage', reply);
  return reply;
}

type Push = [
  ingressUrl: string,
  apiKey: string,
  idempotencyKey: string,
  fields?: Readonly<Record<string, unknown>>,
];

function pushOf([ingressUrl, apiKey, idempotencyKey, fields = {}]: Push): [string, RequestInit] {
  const body = {
    recipient_email: 'ada@example.com',
    subject: 'Your order',
    body: 'It is on its way.',
    ...fields,
  };
  const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': idempotencyKey };
  return [`${ingressUrl}/api/v1/messages`, { method: 'POST', headers, body: JSON.stringify(body) }];
}

export async function pushBatch(
  ingressUrl: string,
  apiKey: string,
  idempotencyKey: string,
  messages: unknown,
): Promise<FetchedReply> {
  return documented('pushBatch', `${ingressUrl}/api/v1/messages/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ messages }),
  });
}

const ACTS = { sms: 'resendSms', whatsapp: 'resendWhatsapp', retract: 'retractMessage' } as const;

/** Retracts the message, or resends its nudge on this channel. */
export async function actOn(
  ingressUrl: string,
  apiKey: string,
  { id, act, key }: { id: string; act: keyof typeof ACTS; key: string },
): Promise<FetchedReply> {
  return documented(ACTS[act], `${ingressUrl}/api/v1/messages/${id}/${act}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': key },
  });
}

export async function readMessage(ingressUrl: string, apiKey: string, id: string): Promise<FetchedReply> {
  return documented('getMessage', `${ingressUrl}/api/v1/messages/${id}`, authorized(apiKey));
}

export async function listMessages(ingressUrl: string, apiKey: string, query: string): Promise<FetchedReply> {
  return documented('listMessages', `${ingressUrl}/api/v1/messages?${query}`, authorized(apiKey));
}

export async function readCredits(ingressUrl: string, apiKey: string): Promise<FetchedReply> {
  return documented('getCredits', `${ingressUrl}/api/v1/credits`, authorized(apiKey));
}

export async function listEndpoints(ingressUrl: string, apiKey: string): Promise<FetchedReply> {
  return documented('listWebhookEndpoints', `${ingressUrl}/api/v1/webhook-endpoints`, authorized(apiKey));
}

export async function createEndpoint(
  ingressUrl: string,
  apiKey: string,
  fields: object,
): Promise<FetchedReply> {
  return documented('createWebhookEndpoint', `${ingressUrl}/api/v1/webhook-endpoints`, {
    ...authorized(apiKey),
    method: 'POST',
    body: JSON.stringify(fields),
  });
}

export async function deleteEndpoint(ingressUrl: string, apiKey: string, id: string): Promise<FetchedReply> {
  return documented('deleteWebhookEndpoint', `${ingressUrl}/api/v1/webhook-endpoints/${id}`, {
    ...authorized(apiKey),
    method: 'DELETE',
  });
}

export async function testEndpoint(ingressUrl: string, apiKey: string, id: string): Promise<FetchedReply> {
  return documented('testWebhookEndpoint', `${ingressUrl}/api/v1/webhook-endpoints/${id}/test`, {
    ...authorized(apiKey),
    method: 'POST',
  });
}

const recipientUrl = (ingressUrl: string, email: string): string =>
  `${ingressUrl}/api/v1/recipients/${encodeURIComponent(email)}`;

export async function readSms(ingressUrl: string, apiKey: string, email: string): Promise<FetchedReply> {
  return documented('getRecipientSms', `${recipientUrl(ingressUrl, email)}/sms`, authorized(apiKey));
}

/** Sets the number of a recipient, or clears it. */
export async function changePhone(
  ingressUrl: string,
  apiKey: string,
  { email, phone }: { email: string; phone: string | null },
): Promise<FetchedReply> {
  const operation = phone === null ? 'clearRecipientPhone' : 'setRecipientPhone';
  return documented(operation, `${recipientUrl(ingressUrl, email)}/phone`, {
    ...authorized(apiKey),
    ...(phone === null ? { method: 'DELETE' } : { method: 'PUT', body: JSON.stringify({ phone }) }),
  });
}

export async function erase(
  ingressUrl: string,
  apiKey: string,
  { email, key, whatsappOnly = false }: { email: string; key: string; whatsappOnly?: boolean },
): Promise<FetchedReply> {
  const [operation, path] = whatsappOnly
    ? ['eraseRecipientWhatsapp', 'whatsapp/erase']
    : ['eraseRecipient', 'erase'];
  return documented(operation, `${recipientUrl(ingressUrl, email)}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': key },
  });
}

/** Every answer of the merchant API that a test gets is held against what its document says. */
export async function documented(operationId: string, url: string, init: RequestInit): Promise<FetchedReply> {
  const reply = await requestAnswer(url, init);
  expectDocumented(operationId, reply);
  return reply;
}

function authorized(apiKey: string): RequestInit {
  return { headers: { authorization: `Bearer ${apiKey}` } };
}

/** An operator's call. */
export async function operate(
  url: string,
  { method, body, key }: { method: string; body?: object; key?: string },
): Promise<FetchedReply> {
  return requestAnswer(url, {
    method,
    headers: {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Starts a console for as long as it takes to make a business. */
export async function createBusiness(world: Pick<World, 'start'>): Promise<{ id: string; apiKey: string }> {
  const operator = world.start('console');
  const { status, text, body } = await operate(`${await operator.ready()}/admin/v1/businesses`, {
    method: 'POST',
    body: { name: 'Bloom & Co' },
  });
  if (status !== 201) throw new Error(`no business was made: ${String(status)} ${text}`);
  await operator.stop();
  return { id: body['id'] as string, apiKey: body['api_key'] as string };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
