import type { PushMessage } from '../../schemas/generated/command';
import { isId } from '../../schemas/ids';
import type { Fault } from '../shared/http/errors';
import type { JsonBody } from '../shared/requests/json-body';
import { readFields } from '../shared/requests/validation';
import { PUSH_FIELDS } from './push-fields';

export type PushRequest =
  | { readonly outcome: 'valid'; readonly push: PushMessage }
  | {
      readonly outcome: 'invalid';
      readonly faults: readonly Fault[];
      /** False where a text cannot be stored: a corrected request may use the key again. */
      readonly spendsKey: boolean;
    };

/** Specification 2.1, as far as the request can be judged by itself. */
export function readPushRequest(body: JsonBody): PushRequest {
  if (body.outcome === 'fault') return { outcome: 'invalid', faults: [body.fault], spendsKey: true };
  const read = readFields(body.value, PUSH_FIELDS);
  if (!read.ok) return { outcome: 'invalid', faults: read.faults, spendsKey: !read.unstorable };
  const { channels, obsoletes } = read.values;
  return {
    outcome: 'valid',
    push: {
      ...read.values,
      channels: channels === null ? null : [...new Set(channels)],
      // What cannot be the id of a message is ignored like one that is unknown, and need not travel.
      obsoletes: [...new Set(obsoletes)].filter((id) => isId('msg', id)),
    },
  };
}

/**
 * `send_at` against the clock, which comes after the idempotency key has been looked up. Undefined: nothing is wrong.
 * Whoever answers puts the text that was sent in as `input`.
 */
export function checkSendAt(sendAtMs: number, nowMs: number): Fault | undefined {
  if (sendAtMs <= nowMs) return badSendAt('must be in the future');
  if (sendAtMs > nowMs + MAX_DELAY_MS) return badSendAt('must be at most 90 days from now');
  return undefined;
}

const MAX_DELAY_MS = 90 * 86_400_000;

function badSendAt(why: string): Fault {
  return { type: 'value_error', loc: ['body', 'send_at'], msg: `Value error, send_at ${why}`, input: null };
}
