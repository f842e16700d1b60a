import { existsSync, readFileSync } from 'node:fs';
import type { WebhookCallerOptions } from './webhook-caller';

/** The environment variables that a webhook caller needs. */
export interface CallerConfig {
  readonly webhookAllowedHosts: readonly string[];
  readonly webhookCaFile: string | null;
  readonly nodeEnv: string;
}

/**
 * Turns the environment into the options of a caller. The caller reads the certificate file for each new connection and
 * not at start-up, because on a local instance the simulator writes or renews that file a moment after the start.
 */
export function callerOptions(config: CallerConfig): WebhookCallerOptions {
  const { webhookAllowedHosts: allowedHosts, webhookCaFile: caFile } = config;
  if (config.nodeEnv === 'production' && allowedHosts.length > 0) {
    throw new Error(
      'WEBHOOK_ALLOWED_HOSTS lets merchants reach internal hosts, so it cannot be used in production: unset it, ' +
        'or set NODE_ENV to another value on a local instance',
    );
  }
  return { allowedHosts, ca: caFile === null ? undefined : () => textOf(caFile) };
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
