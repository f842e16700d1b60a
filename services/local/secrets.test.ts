import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPrivateJson, writePrivateJson } from './private-file';
import { localSecrets } from './secrets';

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'nudgeline-secrets-'))));
afterEach(() => rmSync(home, { recursive: true }));

test('secrets are made once and kept', () => {
  const secrets = localSecrets(home);
  expect(localSecrets(home)).toEqual(secrets);
  expect(secrets.LINK_SECRET.length).toBeGreaterThanOrEqual(32);
});

test('a secret that an earlier version did not know of is added, the others stay', () => {
  const earlier = { OPERATOR_TOKEN: 'opt_kept', HASH_SECRET: 'kept' };
  writePrivateJson(join(home, 'secrets.json'), earlier);
  const secrets = localSecrets(home);
  expect(secrets).toMatchObject(earlier);
  expect(readPrivateJson(join(home, 'secrets.json'))).toEqual(secrets);
});
