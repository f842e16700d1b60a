import { defineTable } from './table';

interface Stop {
  readonly theirHash: string;
  readonly stoppedAt: number;
}

const table = defineTable<Stop>('stops', {
  keyOf: ({ theirHash }) => theirHash,
  key: ['their_hash'],
  onConflict: 'replace',
  columns: { their_hash: 'text', stopped_at: 'bigint' },
});

const ORDERS = [
  ['a', 'b', 'c', 'd'],
  ['d', 'c', 'b', 'a'],
  ['c', 'a', 'd', 'b'],
];

const stop = (theirHash: string): Stop => ({ theirHash, stoppedAt: theirHash.charCodeAt(0) });
const none = () => table.newRows();

describe('rows are written in key order, so that two ledgers never wait for each other in a ring (HAZ-15)', () => {
  it.each(ORDERS)('when saved as %s, %s, %s, %s', (...order) => {
    const rows = none();
    for (const key of order) rows.save(stop(key));
    const [write] = table.writes(rows);
    expect(write?.parameters).toEqual([
      ['a', 'b', 'c', 'd'],
      [97, 98, 99, 100],
    ]);
  });

  it.each(ORDERS)('when removed as %s, %s, %s, %s', (...order) => {
    const rows = none();
    rows.load(order.map(stop));
    for (const key of order) rows.remove(stop(key));
    const [write] = table.writes(rows);
    expect(write?.parameters).toEqual([['a', 'b', 'c', 'd']]);
  });

  it('if one is changed again after the others, or removed and saved again', () => {
    const rows = none();
    for (const key of ['b', 'a', 'c']) rows.save(stop(key));
    rows.save({ theirHash: 'a', stoppedAt: 1 });
    rows.remove(stop('b'));
    rows.save({ theirHash: 'b', stoppedAt: 2 });
    const writes = table.writes(rows);
    expect(writes.map(({ parameters }) => parameters)).toEqual([
      [
        ['a', 'b', 'c'],
        [1, 2, 99],
      ],
    ]);
  });
});

it('rows that are written once keep the order in which they were decided', () => {
  const once = defineTable<Stop>('said', {
    keyOf: ({ theirHash }) => theirHash,
    key: ['their_hash'],
    onConflict: 'fail',
    columns: { their_hash: 'text', stopped_at: 'bigint' },
  });
  const rows = none();
  for (const key of ['c', 'a', 'b']) rows.save(stop(key));
  expect(once.writes(rows)[0]?.parameters[0]).toEqual(['c', 'a', 'b']);
});
