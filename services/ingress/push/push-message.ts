import { parseJsonBody } from '../../shared/requests/json-body';
import { keyedOperation, type KeyedDependencies } from '../../shared/requests/keyed-operation';
import { replayedInFull } from '../idempotency/replayed-in-full';
import { namedAddress, readPushRequest } from './push-request';

/** `POST /api/v1/messages`. */
export function pushMessage(deps: KeyedDependencies) {
  return keyedOperation(deps, {
    name: 'push',
    body: parseJsonBody,
    understand: ({ body }) => {
      const read = readPushRequest(body);
      if (!read.ok) return { ...read, recipientEmail: namedAddress(body) };
      return { ok: true, command: { PushMessage: read.push } };
    },
    answer: replayedInFull,
  });
}
