import { definePlugin } from '../plugin';
import { twilioVariables } from './variables';

/** Texts through Twilio's Messages resource. */
export const twilioPlugin = definePlugin({
  name: 'twilio',
  channel: 'sms',
  variables: twilioVariables,
  async openSubmission(settings, { callbacksUrl, connections }) {
    const { createTwilioProvider } = await import('./submit.js');
    return createTwilioProvider({ ...settings, callbacksUrl, connections });
  },
  async openCallbacks({ authToken }, { callbacksUrl }) {
    const { twilioCallbacks } = await import('./callbacks.js');
    return twilioCallbacks(authToken, callbacksUrl);
  },
  async openStandIn(settings, world) {
    const { openTwilioStandIn } = await import('./stand-in/stand-in.js');
    return openTwilioStandIn(settings, world);
  },
});
