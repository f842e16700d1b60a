import { keyedOperation, type KeyedDependencies } from '../../shared/requests/keyed-operation';
import { pathParameter } from '../requests/on-path';
import type { PaidChannel } from '../../../schemas/channels';

/** `POST /api/v1/messages/{public_id}/sms` and `…/whatsapp`. */
export function resendNudge(deps: KeyedDependencies, channel: PaidChannel) {
  return keyedOperation(deps, {
    name: `resend ${channel}`,
    path: pathParameter('public_id'),
    understand: ({ named: message_id }) => ({ ok: true, command: { ResendNudge: { message_id, channel } } }),
  });
}

/** `POST /api/v1/messages/{public_id}/retract`. */
export function retractMessage(deps: KeyedDependencies) {
  return keyedOperation(deps, {
    name: 'retract',
    path: pathParameter('public_id'),
    understand: ({ named: message_id }) => ({ ok: true, command: { RetractMessage: { message_id } } }),
  });
}
