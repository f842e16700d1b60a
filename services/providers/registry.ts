import { metaPlugin } from './meta/plugin';
import type { Channel } from './outcome';
import type { ProviderPlugin, ProviderVariable } from './plugin';
import { smtpPlugin } from './smtp/plugin';
import { twilioPlugin } from './twilio/plugin';
import { vonagePlugin } from './vonage/plugin';

/** The plugins of each channel. The first is the default. */
export type Registry = {
  readonly [On in Channel]: readonly [ProviderPlugin<On>, ...ProviderPlugin<On>[]];
};

/** Every provider of the product. */
export const registry: Registry = {
  email: [smtpPlugin],
  sms: [twilioPlugin, vonagePlugin],
  whatsapp: [metaPlugin],
};

/** All plugins, without the parts whose types depend on the channel. */
export function allPlugins(): readonly Pick<ProviderPlugin, 'name' | 'channel' | 'variables'>[] {
  return [...registry.email, ...registry.sms, ...registry.whatsapp];
}

export function allProviderVariables(): readonly ProviderVariable[] {
  return allPlugins().flatMap(({ variables }) => Object.values(variables));
}
