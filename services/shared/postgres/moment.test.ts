import fc from 'fast-check';
import { types } from 'pg';
import { momentIn } from './moment';

const library = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

const date = fc.date({
  min: new Date('0100-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
/** Writes a fraction as PostgreSQL does, without trailing zeros. */
const written = (at: Date, micros: string): string =>
  `${at.toISOString().slice(0, 19).replace('T', ' ')}${`.${micros}`.replace(/\.?0*$/, '')}+00`;

test('a moment is read as the library reads it, to the millisecond', () => {
  const micros = fc.nat({ max: 999_999 }).map((number) => String(number).padStart(6, '0'));
  fc.assert(
    fc.property(date, micros, (at, fraction) => {
      expect(momentIn(written(at, fraction))).toEqual(library(written(at, fraction)));
    }),
    { numRuns: 1_000 },
  );
});

test('every millisecond is read back as it was written', () => {
  for (let milliseconds = 0; milliseconds < 1_000; milliseconds += 1) {
    const at = new Date(Date.UTC(2026, 10, 15) + milliseconds);
    expect(momentIn(written(at, at.toISOString().slice(20, 23)))).toEqual(at);
  }
});

test.each([
  'infinity',
  '-infinity',
  '2026-11-15 12:00:00+01',
  '2026-11-15 12:00:00+05:30',
  '12026-11-15 12:00:00+00',
  '0099-11-15 12:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  '2026-11-15',
  '',
])('%s is left to the library', (text) => {
  expect(momentIn(text)).toBeUndefined();
});
