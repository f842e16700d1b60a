import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, writePrivateJson } from './private-file';

const Secrets = z.object({
  OPERATOR_TOKEN: z.string().min(1),
  HASH_SECRET: z.string().min(1),
  LINK_SECRET: z.string().min(1),
});

export type Secrets = z.infer<typeof Secrets>;

/**
 * Made at the first start and then kept: with another HASH_SECRET no stored key or suppression would be found again, with
 * another LINK_SECRET no inbox link would open. What an earlier version did not know of is added.
 */
export function localSecrets(home: string): Secrets {
  const file = join(home, 'secrets.json');
  const kept = Secrets.partial().parse(readPrivateJson(file) ?? {});
  const secrets = Secrets.parse({ ...newSecrets(), ...kept });
  writePrivateJson(file, secrets);
  return secrets;
}

function newSecrets(): Secrets {
  return {
    OPERATOR_TOKEN: `opt_${randomBytes(24).toString('base64url')}`,
    HASH_SECRET: randomBytes(32).toString('base64url'),
    LINK_SECRET: randomBytes(32).toString('base64url'),
  };
}
