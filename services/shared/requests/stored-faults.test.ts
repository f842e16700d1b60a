import type { StoredFault } from '../../../schemas/api/errors';
import { parseJsonBody } from './json-body';
import { keptFaults, withInputs } from './stored-faults';

const parse = (text: string) => parseJsonBody(Buffer.from(text));
const at = (...loc: (string | number)[]): StoredFault => ({
  type: 'string_type',
  loc: ['body', ...loc],
  msg: 'Input should be a valid string',
});

describe('a stored fault', () => {
  it('keeps nothing that the caller sent (IDEM-12)', () => {
    const fault = { ...at('subject'), input: 'ada@example.com' };
    expect(JSON.parse(keptFaults([fault]))).toEqual([at('subject')]);
  });

  it('is kept with the faults before it up to a few kilobytes, and the first one always (ERR-17)', () => {
    const faults = Array.from({ length: 1_000 }, (_, index) => at('channels', index));
    const kept = keptFaults(faults);
    expect(kept.length).toBeLessThan(13_000);
    expect(faults.slice(0, 101)).toEqual((JSON.parse(kept) as StoredFault[]).slice(0, 101));
    const long = { ...at(), msg: 'x'.repeat(20_000) };
    expect(JSON.parse(keptFaults([long, at()]))).toEqual([long]);
  });

  it.each([
    ['subject', at('subject'), 5],
    ['an item', at('channels', 1), 'fax'],
    ['a member', at('whatsapp_opt_in', 'source'), false],
    ['nothing', at('absent'), null],
    ['what only JavaScript knows', at('constructor'), null],
    ['an item by name', at('channels', 'length'), null],
    ['a missing field', { ...at('subject'), type: 'missing' as const }, null],
    ['a header', { ...at(), loc: ['header', 'subject'] }, null],
  ])('gets back %s', (_what, fault, input) => {
    const body = parse('{"subject":5,"channels":["sms","fax"],"whatsapp_opt_in":{"source":false}}');
    expect(withInputs([fault], body)).toEqual([{ ...fault, input }]);
  });

  it.each([
    ['{"subject":{"b":[{"d":1,"c":2}],"a":1}}', '{"subject":{"a":1,"b":[{"c":2,"d":1}]}}', at('subject')],
    ['[{"b":1,"a":2}]', '[{"a":2,"b":1}]', at()],
  ])('is the same for every order of keys: %s', (one, other, fault) => {
    const [first, repeat] = [one, other].map((text) => JSON.stringify(withInputs([fault], parse(text))));
    expect(first).toBe(repeat);
    expect(first).toContain('"input"');
  });

  it('has no input if the body was not JSON', () => {
    expect(withInputs([at()], parse('{'))).toEqual([{ ...at(), input: null }]);
  });
});
