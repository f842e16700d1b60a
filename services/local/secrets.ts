import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { allProviderVariables } from '../providers/registry';
import { readPrivateJson, writePrivateJson } from './private-file';

/** How each of the product's own secrets is generated. */
const makers = {
  OPERATOR_TOKEN: () => `opt_${randomBytes(24).toString('base64url')}`,
  HASH_SECRET: () => randomBytes(32).toString('base64url'),
  LINK_SECRET: () => randomBytes(32).toString('base64url'),
  WEBHOOK_SECRETS_KEY: () => randomBytes(32).toString('base64'),
};

/** The secrets of the local instance. */
export interface Secrets {
  readonly own: Readonly<Record<keyof typeof makers, string>>;
  /** The secrets of providers, keyed by the name of the variable. */
  readonly providers: Readonly<Record<string, string>>;
}

/**
 * Generates the secrets at the first start and keeps them. With another HASH_SECRET no stored key or suppression would
 * be found, and with another LINK_SECRET no inbox link in an email would open. A newer version adds its secrets.
 */
export function localSecrets(home: string): Secrets {
  const file = join(home, 'secrets.json');
  const kept = Kept.parse(readPrivateJson(file) ?? {});
  const made = (all: Readonly<Record<string, () => string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(all).map(([name, make]) => [name, kept[name] ?? make()]));
  const secrets = { own: made(makers) as Secrets['own'], providers: made(providerMakers()) };
  writePrivateJson(file, { ...kept, ...secrets.own, ...secrets.providers });
  return secrets;
}

function providerMakers(): Record<string, () => string> {
  const made = allProviderVariables().flatMap(({ name, simulated }) =>
    simulated?.made === undefined ? [] : [[name, simulated.made] as const],
  );
  return Object.fromEntries(made);
}

const Kept = z.record(z.string(), z.string().min(1));
