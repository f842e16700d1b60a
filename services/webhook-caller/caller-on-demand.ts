import { callerOptions, type CallerConfig } from './caller-settings';
import type { WebhookCaller } from './webhook-caller';

/**
 * A webhook caller for a process that seldom calls. It loads undici with the first call, because loading undici takes a
 * tenth of the CPU time of the process's start.
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
