import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { canonicalEnvelope, canonicalJson, type JsonObject } from './canonical';

const occurredAt = new Date(Date.UTC(2026, 0, 15, 12, 0, 0, 7));

describe('the envelope of a webhook (HOOK-7)', () => {
  it('has exactly four fields, sorted, without white space, and a time with an offset', () => {
    const data = { recipient_email: 'ada@example.com', message_id: 'msg_1', reason: null };
    expect(canonicalEnvelope({ id: 'evt_1', type: 'message.bounced', occurredAt, data })).toBe(
      '{"data":{"message_id":"msg_1","reason":null,"recipient_email":"ada@example.com"},' +
        '"id":"evt_1","occurred_at":"2026-01-15T12:00:00.007+00:00","type":"message.bounced"}',
    );
  });

  it('has sorted keys at every depth, in lists too', () => {
    expect(canonicalJson({ b: [{ d: 1, c: [] }], a: {} })).toBe('{"a":{},"b":[{"c":[],"d":1}]}');
  });

  it('sorts keys by code point, not by UTF-16 unit', () => {
    expect(canonicalJson({ '😀': 1, '\uFFFD': 2 })).toBe('{"\uFFFD":2,"😀":1}');
  });

  it('does not depend on the order in which the data was stored', () => {
    fc.assert(
      fc.property(objects, (data) => {
        const reversed = Object.fromEntries(Object.entries(data).reverse());
        const event = { id: 'evt_1', type: 'ping', occurredAt };
        expect(canonicalEnvelope({ ...event, data: reversed })).toBe(canonicalEnvelope({ ...event, data }));
      }),
    );
  });
});

/** Any characters but lone surrogates, which are refused at the push and which UTF-8 cannot encode. */
const text = fc.string({ unit: 'binary', maxLength: 12 });
const { value: objects } = fc.letrec<{ value: JsonObject; member: JsonObject[string] }>((tie) => ({
  value: fc.dictionary(text, tie('member'), { maxKeys: 6 }),
  member: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.maxSafeInteger(),
    fc.constantFrom(true, false, null),
    fc.array(tie('member'), { maxLength: 4 }),
    tie('value'),
  ),
}));

const DUMPS = `
import json, sys
values = json.loads(sys.stdin.buffer.read())
texts = [json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False) for value in values]
sys.stdout.buffer.write(json.dumps(texts).encode())
`;

if (spawnSync('python3', ['--version']).status === 0) {
  test("the canonical form is what Python's json.dumps writes with sorted keys and no white space", () => {
    const values = fc.sample(objects, { numRuns: 1_000, seed: 20_260_115 });
    const python = spawnSync('python3', ['-c', DUMPS], { input: JSON.stringify(values), maxBuffer: 2 ** 26 });
    expect(String(python.stderr)).toBe('');
    const texts = JSON.parse(String(python.stdout)) as string[];
    expect(values.map(canonicalJson)).toEqual(texts);
    expect(new Set(texts).size).toBeGreaterThan(500);
  });
} else {
  process.stderr.write('python3 is not here: the canonical JSON was not held against json.dumps.\n');
}
