import { callerOptions, type CallerConfig } from './caller-settings';
import type { WebhookCaller } from './webhook-caller';

/**
 * The caller as the environment wants it, for a process that seldom calls: loading undici takes a tenth of the CPU of its
 * start, so it is loaded with the first call.
 */
export function callerOnDemand(config: CallerConfig): WebhookCaller {
  const options = callerOptions(config);
  let loading: Promise<WebhookCaller> | undefined;
  return {
    async call(prepared) {
      loading ??= import('./webhook-caller.js').then(({ createWebhookCaller }) =>
        createWebhookCaller(options),
      );
      return (await loading).call(prepared);
    },
  };
}
