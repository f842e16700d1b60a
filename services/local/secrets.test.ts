import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePrivateJson } from './private-file';
import { localSecrets } from './secrets';

describe('secrets of the local instance', () => {
  const home = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(home, { recursive: true }));

  it('are kept from one start to the next, even those of an older version', () => {
    const old = { HASH_SECRET: 'made before there were providers', OF_ANOTHER_VERSION: 'kept as well' };
    writePrivateJson(join(home, 'secrets.json'), old);
    const first = localSecrets(home);
    expect(first.own.HASH_SECRET).toBe(old.HASH_SECRET);
    expect(first.providers['TWILIO_ACCOUNT_SID']).toMatch(/^AC[0-9a-f]{32}$/);
    expect(localSecrets(home)).toEqual(first);
    expect(JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'))).toEqual({
      ...old,
      ...first.own,
      ...first.providers,
    });
  });

  it('are not repeated if their file is damaged; the error names the file', () => {
    const file = join(home, 'secrets.json');
    writeFileSync(file, '{"HASH_SECRET": secret');
    expect(() => localSecrets(home)).toThrow(`${file} is damaged. Restore a copy of it, or delete ${home}`);
    expect(() => localSecrets(home)).not.toThrow('HASH_SECRET');
  });
});
