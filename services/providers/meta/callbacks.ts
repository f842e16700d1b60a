import type { SettingsOf } from '../../shared/config/config';
import { headerOf, MAX_REPORTS_BYTES, type ProviderCallback } from '../callback';
import { answerMetaChallenge, readMetaNotification, verifyMetaRequest } from './reports';
import type { metaVariables } from './variables';

type MetaSettings = SettingsOf<typeof metaVariables, 'callbacks'>;

/** The one URL that Meta calls with statuses, messages and its challenge (PROV-14, PROV-15). */
export function metaCallbacks({
  appSecret,
  phoneNumberId,
  verifyToken,
}: MetaSettings): readonly ProviderCallback[] {
  return [
    {
      caller: 'meta',
      path: '/whatsapp',
      maxBodyBytes: MAX_REPORTS_BYTES,
      isGenuine: ({ headers, body }) =>
        appSecret !== null &&
        verifyMetaRequest({ signature: headerOf(headers['x-hub-signature-256']), body }, appSecret),
      read: ({ body }) => readMetaNotification(body, phoneNumberId ?? ''),
      confirm: (query) => (verifyToken === null ? null : answerMetaChallenge(query, verifyToken)),
    },
  ];
}
