import { createKeyUses } from './key-uses';

/** Uses of keys, noted by a clock that the test moves, and the writes that reach the database. */
function given() {
  const world = { nowMs: 1, isAway: false, onWrite: () => {} };
  const written: Record<string, number>[] = [];
  const sql = {
    async query<Row>(_statement: object, values: readonly unknown[]): Promise<Row[]> {
      const [ids, moments] = values as [string[], Date[]];
      world.onWrite();
      if (world.isAway) throw new Error('Connection terminated');
      written.push(Object.fromEntries(ids.map((id, index) => [id, moments[index]!.getTime()])));
      return [];
    },
  };
  return { world, written, uses: createKeyUses(sql, { now: () => world.nowMs }) };
}

describe('the last use of a key (KEY-17)', () => {
  it('is written once, as the latest use', async () => {
    const { world, written, uses } = given();
    uses.note('key_1');
    world.nowMs = 2;
    uses.note('key_1');
    await uses.flush();
    await uses.flush();
    expect(written).toEqual([{ key_1: 2 }]);
  });

  it('is written after an outage of the database, as the latest use until then', async () => {
    const { world, written, uses } = given();
    uses.note('key_1');
    uses.note('key_2');
    world.isAway = true;
    world.onWrite = () => {
      world.nowMs = 5;
      uses.note('key_2');
    };
    await expect(uses.flush()).rejects.toThrow('Connection terminated');
    Object.assign(world, { isAway: false, onWrite: () => {} });
    await uses.flush();
    expect(written).toEqual([{ key_1: 1, key_2: 5 }]);
  });
});
