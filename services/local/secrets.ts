import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, writePrivateJson } from './private-file';

/** How each is made. */
const makers = {
  OPERATOR_TOKEN: () => `opt_${randomBytes(24).toString('base64url')}`,
  HASH_SECRET: () => randomBytes(32).toString('base64url'),
  LINK_SECRET: () => randomBytes(32).toString('base64url'),
  WEBHOOK_SECRETS_KEY: () => randomBytes(32).toString('base64'),
  SMTP_PASSWORD: () => randomBytes(18).toString('base64url'),
  TWILIO_ACCOUNT_SID: () => `AC${randomBytes(16).toString('hex')}`,
  TWILIO_AUTH_TOKEN: () => randomBytes(16).toString('hex'),
  META_ACCESS_TOKEN: () => `EAA${randomBytes(32).toString('hex')}`,
  META_APP_SECRET: () => randomBytes(16).toString('hex'),
  META_VERIFY_TOKEN: () => randomBytes(16).toString('hex'),
  POSTMARK_WEBHOOK_CREDENTIALS: () => `postmark:${randomBytes(18).toString('base64url')}`,
};

export type Secrets = Readonly<Record<keyof typeof makers, string>>;

/**
 * Made at the first start and then kept: with another HASH_SECRET no stored key or suppression would be found again, with another
 * LINK_SECRET no inbox link of an email would open. One that a newer version needs is added to those of the older.
 */
export function localSecrets(home: string): Secrets {
  const file = join(home, 'secrets.json');
  const kept = Kept.parse(readPrivateJson(file) ?? {});
  const made = Object.entries(makers).map(([name, make]) => [name, kept[name] ?? make()]);
  const secrets = Object.fromEntries(made) as Secrets;
  writePrivateJson(file, { ...kept, ...secrets });
  return secrets;
}

const Kept = z.record(z.string(), z.string().min(1));
