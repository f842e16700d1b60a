import { callerOptions, type CallerConfig } from './caller-settings';
import { createWebhookCaller, type WebhookCaller } from './webhook-caller';

/** The webhook caller for a process that calls all the time: it loads undici at start-up. */
export function configuredCaller(config: CallerConfig): WebhookCaller {
  return createWebhookCaller(callerOptions(config));
}
