import { definePlugin } from '../plugin';
import { vonageVariables } from './variables';

/** Texts through version 1 of Vonage's Messages API. */
export const vonagePlugin = definePlugin({
  name: 'vonage',
  channel: 'sms',
  variables: vonageVariables,
  async openSubmission(settings, { callbacksUrl, connections }) {
    const { createVonageProvider } = await import('./submit.js');
    return createVonageProvider({ ...settings, callbacksUrl, connections });
  },
  async openCallbacks(settings, { realTimeMs }) {
    const { vonageCallbacks } = await import('./callbacks.js');
    return vonageCallbacks(settings, realTimeMs);
  },
  async openStandIn(settings, world) {
    const { openVonageStandIn } = await import('./stand-in/stand-in.js');
    return openVonageStandIn(settings, world);
  },
});
