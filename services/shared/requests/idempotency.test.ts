import { identifyRequest, readIdempotencyKey, type IdempotentRequest } from './idempotency';
import { parseJsonBody } from './json-body';
import { createKeyedHash } from './keyed-hash';

const hash = createKeyedHash(Buffer.from('a secret of at least thirty-two characters'));
const push: IdempotentRequest = {
  businessId: 'biz_1',
  operation: 'push',
  key: 'order-1',
  pathParameters: [],
  body: '{"a":1}',
};
const same = (left: Partial<IdempotentRequest>, right: Partial<IdempotentRequest> = {}) => {
  const one = identifyRequest(hash, { ...push, ...left });
  const two = identifyRequest(hash, { ...push, ...right });
  return { key: one.key_hash.equals(two.key_hash), body: one.fingerprint.equals(two.fingerprint) };
};

describe('an idempotent request', () => {
  it('is recognised when it is repeated', () => {
    expect(same({})).toEqual({ key: true, body: true });
  });

  it('shares its key with no other business or operation (IDEM-3)', () => {
    expect(same({ businessId: 'biz_2' }).key).toBe(false);
    expect(same({ operation: 'retract' }).key).toBe(false);
    expect(same({ businessId: 'biz_1p', operation: 'ush' }).key).toBe(false);
  });

  it('is another request with another body or path (IDEM-11)', () => {
    expect(same({ body: '{"a":2}' })).toEqual({ key: true, body: false });
    expect(same({ pathParameters: ['msg_1'] })).toEqual({ key: true, body: false });
    expect(same({ pathParameters: ['a', 'b'] }, { pathParameters: ['ab', ''] }).body).toBe(false);
  });

  it('is the same request in every spelling of its JSON (IDEM-11)', () => {
    const bodies = ['{"a":1,"b":"\\u00e9"}', ' { "b": "é", "a": 1 } '].map((text) =>
      parseJsonBody(Buffer.from(text)),
    );
    expect(bodies[0]!.identity).toBe(bodies[1]!.identity);
  });

  it('is identified by its bytes if it is not JSON (IDEM-11)', () => {
    expect(parseJsonBody(Buffer.from('{"a":')).identity).toEqual(Buffer.from('{"a":'));
  });

  it('is hashed with the secret (IDEM-12)', () => {
    const other = createKeyedHash(Buffer.from('another secret of thirty-two characters'));
    expect(identifyRequest(other, push).key_hash).not.toEqual(identifyRequest(hash, push).key_hash);
  });
});

describe('the Idempotency-Key header (IDEM-2)', () => {
  it.each([
    [undefined, 'missing', 'Field required', null],
    ['', 'string_too_short', 'String should have at least 1 character', ''],
    ['k'.repeat(256), 'string_too_long', 'String should have at most 255 characters', 'k'.repeat(256)],
  ])('is refused as %s: %s', (value, type, msg, input) => {
    const headers = value === undefined ? {} : { 'idempotency-key': value };
    const loc = ['header', 'Idempotency-Key'];
    expect(readIdempotencyKey(headers)).toEqual({ ok: false, fault: { type, loc, msg, input } });
  });

  it('is counted in characters, not in the bytes of their UTF-8 (LIMIT-2)', () => {
    const sent = (key: string): string => Buffer.from(key).toString('latin1');
    const key = 'é🦊'.repeat(127);
    expect(readIdempotencyKey({ 'idempotency-key': sent(key) })).toEqual({ ok: true, key });
    expect(readIdempotencyKey({ 'idempotency-key': sent(`${key}éé`) }).ok).toBe(false);
    expect(readIdempotencyKey({ 'idempotency-key': '\xE9' })).toEqual({ ok: true, key: '\xE9' });
  });

  it('may have 255 characters', () => {
    const key = 'k'.repeat(255);
    expect(readIdempotencyKey({ 'idempotency-key': key })).toEqual({ ok: true, key });
    expect(readIdempotencyKey({ 'idempotency-key': key }, 252).ok).toBe(false);
  });
});
