import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { unavailableReply } from '../../shared/http/errors';
import { jsonTextReply, type HttpReply } from '../../shared/http/reply';
import type { Handler, HttpRequest } from '../../shared/http/route';

/** Read at each push, not once: the demo business may be made after the simulator has started. */
export interface DemoAccess {
  readonly ingressUrl: string;
  readonly apiKey: string;
}

/** Hands a push of the page on to the ingress. The key of the demo business stays here: a browser never gets to see it. */
export function demoPush(access: DemoAccess, onPushed: (email: string) => void = () => undefined): Handler {
  return async (request) => {
    const reply = await forward(access, request);
    if (reply?.status === 201) onPushed(recipientOf(reply.body));
    return reply ?? unavailableReply();
  };
}

/** The ingress gives up after 15 s by itself, and its answer says more than ours could. */
const TIMEOUT_MS = 20_000;
const TOLD_ON = ['idempotent-replayed', 'retry-after'];

/** Undefined: the ingress cannot be reached, or went silent on the way; fetch throws for nothing else. */
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
    return jsonTextReply(answer.status, await answer.text(), toldOn(answer.headers));
  } catch {
    return undefined;
  }
}

/** As it was stored. */
function recipientOf(body: HttpReply['body']): string {
  return Pushed.parse(JSON.parse(body)).recipient_email ?? '';
}

const Pushed = z
  .object({ recipient_email: z.string().nullable().catch(null) })
  .catch({ recipient_email: null });

function toldOn(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => TOLD_ON.includes(name)));
}
