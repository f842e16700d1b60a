import { keyedOperation, type KeyedDependencies } from '../../shared/requests/keyed-operation';
import { readRecipientAddress } from '../../shared/requests/recipient-address';

/** `POST /api/v1/recipients/{email}/whatsapp/erase`. */
export function eraseWhatsapp(deps: KeyedDependencies) {
  return keyedOperation(deps, {
    name: 'erase whatsapp',
    path: readRecipientAddress,
    understand: ({ named: recipient_email }) => ({
      ok: true,
      command: { EraseWhatsapp: { recipient_email } },
    }),
  });
}

/** `POST /api/v1/recipients/{email}/erase`. */
export function eraseRecipient(deps: KeyedDependencies) {
  return keyedOperation(deps, {
    name: 'erase recipient',
    path: readRecipientAddress,
    understand: ({ named: recipient_email }) => ({
      ok: true,
      command: { EraseRecipient: { recipient_email } },
    }),
  });
}
