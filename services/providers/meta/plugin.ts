import { definePlugin } from '../plugin';
import { metaVariables } from './variables';

/** WhatsApp messages through Meta's Cloud API. */
export const metaPlugin = definePlugin({
  name: 'meta',
  channel: 'whatsapp',
  variables: metaVariables,
  async openSubmission(settings, { connections }) {
    const { createMetaProvider } = await import('./submit.js');
    return createMetaProvider({ ...settings, connections });
  },
  async openCallbacks(settings) {
    const { metaCallbacks } = await import('./callbacks.js');
    return metaCallbacks(settings);
  },
  async openStandIn(settings, world) {
    const { openMetaStandIn } = await import('./stand-in/stand-in.js');
    return openMetaStandIn(settings, world);
  },
});
