import { callerOptions, type CallerConfig } from './caller-settings';
import { createWebhookCaller, type WebhookCaller } from './webhook-caller';

/** The caller as the environment wants it. */
export function configuredCaller(config: CallerConfig): WebhookCaller {
  return createWebhookCaller(callerOptions(config));
}
