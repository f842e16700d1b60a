import fc from 'fast-check';
import { openPostgres } from '../../services/shared/postgres/postgres';
import { sharedServers } from '../fixtures/shared-servers';
import { SILENT } from '../fixtures/world';

const database = openPostgres({ url: sharedServers().databaseUrl, applicationName: 'test' }, SILENT);
afterAll(() => database.close());

const storableText = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-01-01'), noInvalidDate: true });
const bytes = fc.uint8Array().map((array) => Buffer.from(array));
const int = fc.integer();
const bigint = fc.maxSafeInteger();
const json = fc.jsonValue({ stringUnit: 'grapheme', noUnicodeString: false });

const cases: readonly (readonly [type: string, values: fc.Arbitrary<unknown>])[] = [
  ['text', storableText],
  ['bytea', bytes],
  ['int', int],
  ['bigint', bigint],
  ['boolean', fc.boolean()],
  ['timestamptz', dates],
];

test.each(cases)('a list of %s comes back as it was passed in', async (type, values) => {
  const echo = { name: `echo-${type}`, text: `SELECT unnest($1::${type}[]) AS value` };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(values), { maxLength: 50 }), async (list) => {
      const rows = await database.query<{ value: unknown }>(echo, [list]);
      expect(rows.map(({ value }) => value)).toEqual(list);
    }),
    { numRuns: 60 },
  );
});

test('a list of jsonb comes back as the documents that it spells', async () => {
  const echo = { name: 'echo-jsonb', text: 'SELECT unnest($1::jsonb[]) AS value' };
  const documents = fc.array(fc.option(json.filter((value) => !JSON.stringify(value).includes('\\u0000'))));
  await fc.assert(
    fc.asyncProperty(documents, async (list) => {
      const spelt = list.map((value) => (value === null ? null : JSON.stringify(value)));
      const rows = await database.query<{ value: unknown }>(echo, [spelt]);
      expect(rows.map(({ value }) => value)).toEqual(JSON.parse(JSON.stringify(list)));
    }),
    { numRuns: 60 },
  );
});

test('one statement may take lists of several types beside single values', async () => {
  const statement = {
    name: 'several',
    text: `SELECT $1::text || id AS id, number FROM unnest($3::int[], $2::text[]) AS rows (number, id)`,
  };
  const rows = await database.query(statement, ['msg_', ['a', 'b'], [1, null]]);
  expect(rows).toEqual([
    { id: 'msg_a', number: 1 },
    { id: 'msg_b', number: null },
  ]);
});

test('a list larger than any before it arrives complete', async () => {
  const list = Array.from({ length: 2_000 }, (_, index) => `${index} ${'ü'.repeat(500)}`);
  const statement = { name: 'large', text: `SELECT unnest($1::text[]) AS value` };
  const rows = await database.query<{ value: string }>(statement, [list]);
  expect(rows.map(({ value }) => value)).toEqual(list);
});

test.each([
  ['a text that Postgres cannot hold', 'text', ['a\0b'], '22021'],
  ['a number beyond the type', 'int', [2 ** 31], '22003'],
  ['something that is no number', 'int', ['seven'], '22P02'],
])('%s is refused by Postgres itself', async (_, type, list, code) => {
  const statement = { name: `refused-${type}`, text: `SELECT unnest($1::${type}[]) AS value` };
  await expect(database.query(statement, [list])).rejects.toMatchObject({ code });
});
