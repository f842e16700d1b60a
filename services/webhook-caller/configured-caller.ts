import { existsSync, readFileSync } from 'node:fs';
import { createWebhookCaller, type WebhookCaller } from './webhook-caller';

export interface CallerConfig {
  readonly webhookAllowedHosts: readonly string[];
  readonly webhookCaFile: string | null;
  readonly nodeEnv: string;
}

/**
 * The caller as the environment wants it. The certificate is looked for with each new connection and not at the start:
 * locally its owner, the simulator, starts beside us and writes it a moment later, or anew.
 */
export function configuredCaller(config: CallerConfig): WebhookCaller {
  const { webhookAllowedHosts: allowedHosts, webhookCaFile: caFile } = config;
  if (config.nodeEnv === 'production' && allowedHosts.length > 0) {
    throw new Error('WEBHOOK_ALLOWED_HOSTS would let merchants reach inside: that is not for production');
  }
  return createWebhookCaller({ allowedHosts, ca: caFile === null ? undefined : () => textOf(caFile) });
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
