import { aBusiness, command, given, idOf } from '../fixtures/scenario';
import type { Command } from '../../../../schemas/generated/command';

const FIRST = keyId(1);

/** The key that command n makes. */
function keyId(n: number): string {
  return idOf('key', n);
}

function aChild(n: number, maker: string | null, detach = false): Command {
  const key = { sha256: Buffer.alloc(32, n), last4: 'abcd', name: 'API key', scopes: ['messages'] };
  return command(n, { CreateKey: { key, minted_by: maker, detach } });
}

const revoking = (n: number, key: string): Command => command(n, { RevokeKey: { key_id: key } });

describe('a key that makes or revokes keys', () => {
  it('is remembered as their maker, even by a detached key (KEY-7)', () => {
    given(aBusiness())
      .when(aChild(2, FIRST, true))
      .then(({ status, body }) => {
        expect([status, body?.['minted_by'], body?.['detached']]).toEqual([201, FIRST, true]);
      });
  });

  it('revokes its family at any depth, and spares detached keys (KEY-8)', () => {
    const family = [
      aChild(2, FIRST),
      aChild(3, keyId(2)),
      aChild(4, keyId(3)),
      aChild(5, keyId(2), true),
      aChild(6, keyId(5)),
    ];
    given(aBusiness(), ...family)
      .when(revoking(7, keyId(2)))
      .then(({ status, written }) => {
        expect(status).toBe(200);
        expect(written.apiKeys).toMatchObject([{ id: keyId(2) }, { id: keyId(3) }, { id: keyId(4) }]);
      });
  });

  it('revokes itself, once (KEY-9, KEY-14)', () => {
    given(aBusiness())
      .when(revoking(2, FIRST))
      .then(({ status, written }) => {
        expect([status, written.apiKeys.length]).toEqual([200, 1]);
      });
    given(aBusiness(), revoking(2, FIRST))
      .when(revoking(3, FIRST))
      .then(({ status, body, written }) => {
        expect([status, body?.['error_code'], written.apiKeys]).toEqual([404, 'key.not_found', []]);
        // The first request may have failed before it reached every instance, so this one lists the keys again.
        expect(body?.['revoked']).toHaveLength(1);
      });
  });

  it('does not list keys of the family that were revoked too long ago for a copy to be left', () => {
    const parent = revoking(5, FIRST);
    const anHourLater = { ...parent, issued_at: parent.issued_at + 3_600_000 };
    const family = [aChild(2, FIRST), aChild(3, FIRST), revoking(4, keyId(2))];
    for (const [asked, named] of [
      [parent, 3],
      [anHourLater, 2],
    ] as const) {
      given(aBusiness(), ...family)
        .when(asked)
        .then(({ status, body, written }) => {
          expect([status, written.apiKeys.length]).toEqual([200, 2]);
          expect(body?.['revoked']).toHaveLength(named);
        });
    }
  });

  it('makes no child once it is revoked (KEY-12)', () => {
    given(aBusiness(), aChild(2, FIRST), revoking(3, keyId(2)))
      .when(aChild(4, keyId(2)))
      .then(({ status, body, written }) => {
        expect([status, body, written.apiKeys]).toEqual([
          401,
          { error_code: 'business.invalid_api_key' },
          [],
        ]);
      });
  });

  it('does not find the key of another business (KEY-14, ERR-11)', () => {
    const foreign = { ...revoking(2, FIRST), business_id: 'biz_01kf9999999999999999999999' };
    given(aBusiness())
      .when(foreign)
      .then(({ status, body }) => {
        expect([status, body]).toEqual([404, { error_code: 'key.not_found' }]);
      });
  });

  it('counts only active keys towards the 25 (KEY-13)', () => {
    const keys = Array.from({ length: 24 }, (_, index) => aChild(index + 2, null));
    given(aBusiness(), ...keys)
      .when(aChild(30, null))
      .then(({ status }) => {
        expect(status).toBe(409);
      });
    given(aBusiness(), ...keys, revoking(40, keyId(2)))
      .when(aChild(41, null))
      .then(({ status }) => {
        expect(status).toBe(201);
      });
  });
});
