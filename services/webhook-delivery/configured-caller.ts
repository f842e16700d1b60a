import { readFileSync, statSync } from 'node:fs';
import { createWebhookCaller, type WebhookCaller } from './webhook-caller';

export interface CallerConfig {
  readonly webhookAllowedHosts: readonly string[];
  readonly webhookCaFile: string | null;
  readonly nodeEnv: string;
}

/**
 * The caller as the environment wants it. The certificate is looked for at each call and not at the start: locally its
 * owner, the simulator, starts beside us and writes it a moment later, or anew.
 */
export function configuredCaller(config: CallerConfig): WebhookCaller {
  const { webhookAllowedHosts: allowedHosts, webhookCaFile: caFile } = config;
  if (config.nodeEnv === 'production' && allowedHosts.length > 0) {
    throw new Error('WEBHOOK_ALLOWED_HOSTS would let merchants reach inside: that is not for production');
  }
  if (caFile === null) return createWebhookCaller({ allowedHosts });
  let caller: WebhookCaller | undefined;
  let writtenAt: number | undefined;
  return {
    call(prepared, signal) {
      const latest = statSync(caFile, { throwIfNoEntry: false })?.mtimeMs;
      if (caller === undefined || latest !== writtenAt) {
        const ca = latest === undefined ? undefined : readFileSync(caFile, 'utf8');
        caller = createWebhookCaller({ allowedHosts, ca });
        writtenAt = latest;
      }
      return caller.call(prepared, signal);
    },
  };
}
