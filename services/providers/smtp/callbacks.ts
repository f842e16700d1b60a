import type { SettingsOf } from '../../shared/config/config';
import { headerOf, MAX_REPORTS_BYTES, type ProviderCallback } from '../callback';
import { readPostmarkReports, verifyPostmarkRequest } from './postmark/reports';
import { readSendgridReports, verifySendgridRequest } from './sendgrid/reports';
import type { smtpVariables } from './variables';

type MailSettings = SettingsOf<typeof smtpVariables, 'callbacks'>;

/** An SMTP server does not say in which format it reports, so both formats are open. */
export function mailCallbacks({
  postmarkCredentials,
  sendgridPublicKey,
}: MailSettings): readonly ProviderCallback[] {
  return [
    {
      caller: 'postmark',
      path: '/email/postmark',
      maxBodyBytes: MAX_REPORTS_BYTES,
      isGenuine: ({ headers }) =>
        postmarkCredentials !== null && verifyPostmarkRequest(headers.authorization, postmarkCredentials),
      read: ({ body }) => ({ reports: readPostmarkReports(body) }),
    },
    {
      caller: 'sendgrid',
      path: '/email/sendgrid',
      maxBodyBytes: MAX_REPORTS_BYTES,
      isGenuine: ({ headers, body }) =>
        sendgridPublicKey !== null &&
        verifySendgridRequest(
          {
            signature: headerOf(headers['x-twilio-email-event-webhook-signature']),
            timestamp: headerOf(headers['x-twilio-email-event-webhook-timestamp']),
            body,
          },
          sendgridPublicKey,
        ),
      read: ({ body }) => ({ reports: readSendgridReports(body) }),
    },
  ];
}
