import type { Command } from '../../schemas/generated/command';
import type { AccessCache } from '../shared/access-cache';
import { createCommandGateway } from '../shared/command-gateway';
import { fingerprintApiKey } from '../shared/requests/api-keys';
import type { Caller } from './access/admit';
import { NOW, request } from './ingress.fixture';
import { createKey, revokeKey } from './keys';

const caller: Caller = {
  businessId: 'biz_1',
  keyId: 'key_1',
  scopes: ['keys', 'credits'],
  countRequests: () => Promise.resolve(undefined),
};

/** A ledger that gives one answer to all commands, and the commands that it got. */
function ledgerThatAnswers(status: number, body: object) {
  const commands: Omit<Command, 'reply_to'>[] = [];
  const ask = (command: Omit<Command, 'reply_to'>) => {
    commands.push(command);
    return Promise.resolve({ status, body: JSON.stringify(body), replayed: false });
  };
  return { gateway: createCommandGateway({ ask }, { now: () => NOW }), commands };
}

describe('creating a key', () => {
  it('answers with the key, while the command carries only its hash (KEY-3)', async () => {
    const { gateway, commands } = ledgerThatAnswers(201, { id: 'key_2' });
    const reply = await createKey(gateway)(request({ body: '{"name":"Till"}' }), caller);
    const { key, ...item } = JSON.parse(reply.body) as { key: string };
    expect([reply.status, item]).toEqual([201, { id: 'key_2' }]);
    const kept = { name: 'Till', sha256: fingerprintApiKey(key), last4: key.slice(-4) };
    expect(commands).toMatchObject([{ body: { CreateKey: { key: kept } } }]);
    expect(JSON.stringify(commands)).not.toContain(key);
  });

  it('gives it the scopes of the key that asks, even if the body names others (KEY-5)', async () => {
    const { gateway, commands } = ledgerThatAnswers(201, {});
    await createKey(gateway)(request({ body: '{"scopes":["messages"],"detach":true}' }), caller);
    expect(commands).toMatchObject([
      {
        business_id: 'biz_1',
        body: { CreateKey: { key: { scopes: ['keys', 'credits'] }, minted_by: 'key_1', detach: true } },
      },
    ]);
  });

  it.each(['', '{}', '{"name":null}'])('names it if the body %j does not (KEY-15)', async (body) => {
    const { gateway, commands } = ledgerThatAnswers(201, {});
    await createKey(gateway)(request({ body }), caller);
    expect(commands).toMatchObject([{ body: { CreateKey: { key: { name: 'API key' }, detach: false } } }]);
  });

  it('accepts a name of 120 characters, but not of 121 (KEY-15)', async () => {
    const { gateway, commands } = ledgerThatAnswers(201, {});
    const named = (length: number) =>
      createKey(gateway)(request({ body: JSON.stringify({ name: 'n'.repeat(length) }) }), caller);
    expect((await named(120)).status).toBe(201);
    const refused = await named(121);
    expect(refused.status).toBe(422);
    expect(JSON.parse(refused.body)).toMatchObject({
      detail: [{ type: 'string_too_long', loc: ['body', 'name'] }],
    });
    expect(commands).toHaveLength(1);
  });

  it('passes on a refusal of the ledger (KEY-13)', async () => {
    const { gateway } = ledgerThatAnswers(409, { error_code: 'key.limit_reached' });
    expect(await createKey(gateway)(request({}), caller)).toMatchObject({
      status: 409,
      body: '{"error_code":"key.limit_reached"}',
    });
  });
});

describe('revoking a key', () => {
  const hash = Buffer.alloc(32, 1);
  const revoked = [hash.toString('base64url')];

  it('is answered once no instance accepts a key of the family (KEY-10)', async () => {
    const { gateway, commands } = ledgerThatAnswers(200, { revoked });
    const { cache, revokedKeys } = aCache();
    expect(await revoking(gateway, cache)).toMatchObject({ status: 204, body: '' });
    expect(revokedKeys).toEqual([hash]);
    expect(commands).toMatchObject([{ body: { RevokeKey: { key_id: 'key_2' } } }]);
  });

  it('is 503 if not every instance is sure to know it (KEY-11)', async () => {
    const { gateway } = ledgerThatAnswers(200, { revoked });
    const { cache } = aCache(() => Promise.reject(new Error('Redis is down')));
    const reply = await revoking(gateway, cache);
    expect([reply.status, reply.headers['Retry-After']]).toEqual([503, '2']);
  });

  it('repeats the revocation on every instance if the key was revoked before, and answers 404 (KEY-11, KEY-14)', async () => {
    const { gateway } = ledgerThatAnswers(404, { error_code: 'key.not_found', revoked });
    const { cache, revokedKeys } = aCache();
    expect(await revoking(gateway, cache)).toMatchObject({
      status: 404,
      body: '{"error_code":"key.not_found"}',
    });
    expect(revokedKeys).toEqual([hash]);
  });

  function revoking(gateway: Parameters<typeof revokeKey>[0], cache: AccessCache) {
    return revokeKey(gateway, cache)(request({ parameters: { key_id: 'key_2' } }), caller);
  }
});

/** The cache in which instances look up keys, and the keys that were revoked in it. */
function aCache(onRevoke: () => Promise<void> = () => Promise.resolve()) {
  const revokedKeys: Buffer[] = [];
  const cache: AccessCache = {
    run: 'r1',
    admit: () => Promise.resolve(undefined),
    fill: () => Promise.resolve(),
    publish: () => Promise.resolve(),
    revoke: (keys) => {
      revokedKeys.push(...keys);
      return onRevoke();
    },
  };
  return { cache, revokedKeys };
}
