import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { unavailableReply } from '../../shared/http/errors';
import { jsonTextReply, type HttpReply } from '../../shared/http/reply';
import type { Handler, HttpRequest } from '../../shared/http/route';

/** Where pushes go, and the key of the demo business, which is read at each push (see `demo-access.ts`). */
export interface DemoAccess {
  readonly ingressUrl: string;
  readonly apiKey: string;
}

/**
 * Forwards a push of the page to the ingress and adds the key of the demo business, so no browser ever sees the key.
 */
export function demoPush(access: DemoAccess, onPushed: (email: string) => void = () => undefined): Handler {
  return async (request) => {
    const reply = await forward(access, request);
    if (reply?.status === 201) onPushed(recipientOf(reply.body));
    return reply ?? unavailableReply();
  };
}

/** The ingress times out after 15 s by itself, and its answer says more than ours could. */
const TIMEOUT_MS = 20_000;
const FORWARDED_HEADERS = ['idempotent-replayed', 'retry-after'];

/** Undefined means that the ingress cannot be reached or stopped answering. `fetch` throws in no other case. */
async function forward(access: DemoAccess, { headers, body }: HttpRequest): Promise<HttpReply | undefined> {
  const { 'idempotency-key': idempotencyKey = randomUUID() } = headers;
  const url = new URL('/api/v1/messages', access.ingressUrl);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${access.apiKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': String(idempotencyKey),
      },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return jsonTextReply(answer.status, await answer.text(), forwarded(answer.headers));
  } catch {
    return undefined;
  }
}

/** The address as the ingress stored it. */
function recipientOf(body: HttpReply['body']): string {
  return Pushed.parse(JSON.parse(body)).recipient_email ?? '';
}

const Pushed = z
  .object({ recipient_email: z.string().nullable().catch(null) })
  .catch({ recipient_email: null });

function forwarded(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => FORWARDED_HEADERS.includes(name)));
}
