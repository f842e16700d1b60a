import { existsSync, readFileSync } from 'node:fs';
import type { WebhookCallerOptions } from './webhook-caller';

export interface CallerConfig {
  readonly webhookAllowedHosts: readonly string[];
  readonly webhookCaFile: string | null;
  readonly nodeEnv: string;
}

/**
 * What a caller is told of the environment. The certificate is looked for with each new connection and not at the start:
 * locally its owner, the simulator, starts beside us and writes it a moment later, or anew.
 */
export function callerOptions(config: CallerConfig): WebhookCallerOptions {
  const { webhookAllowedHosts: allowedHosts, webhookCaFile: caFile } = config;
  if (config.nodeEnv === 'production' && allowedHosts.length > 0) {
    throw new Error('WEBHOOK_ALLOWED_HOSTS would let merchants reach inside: that is not for production');
  }
  return { allowedHosts, ca: caFile === null ? undefined : () => textOf(caFile) };
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
