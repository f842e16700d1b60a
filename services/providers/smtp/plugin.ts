import { definePlugin } from '../plugin';
import { smtpVariables } from './variables';

/** Emails by SMTP, with the reports of Postmark and SendGrid. */
export const smtpPlugin = definePlugin({
  name: 'smtp',
  channel: 'email',
  variables: smtpVariables,
  async openSubmission({ url }, { connections, realTimeMs }) {
    const { createSmtpProvider } = await import('./submit.js');
    return createSmtpProvider({ url, dateMs: realTimeMs, maxConnections: connections });
  },
  async openCallbacks(settings) {
    const { mailCallbacks } = await import('./callbacks.js');
    return mailCallbacks(settings);
  },
  async openStandIn(settings, world) {
    const { openMailStandIn } = await import('./stand-in/stand-in.js');
    return openMailStandIn(settings, world);
  },
});
