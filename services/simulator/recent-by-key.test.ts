import { RecentByKey } from './recent-by-key';

describe('the newest items by key', () => {
  it('are listed for one key and for all, oldest first', () => {
    const recent = new RecentByKey<number>({ maxItems: 10 });
    recent.add('a', 1);
    recent.add('b', 2);
    recent.add('a', 3);
    expect([recent.of('a'), recent.of('b'), recent.of('c'), recent.all()]).toEqual([
      [1, 3],
      [2],
      [],
      [1, 2, 3],
    ]);
  });

  it('never exceed the limit for any keys, because the oldest is dropped', () => {
    const recent = new RecentByKey<number>({ maxItems: 100 });
    for (let item = 0; item < 5_000; item += 1) recent.add(`key ${item % 7}`, item);
    expect(recent.all()).toEqual(Array.from({ length: 100 }, (_, index) => 4_900 + index));
    expect(recent.of('key 0')).toEqual(recent.all().filter((item) => item % 7 === 0));
  });

  it('are forgotten together with their key', () => {
    const recent = new RecentByKey<number>({ maxItems: 1 });
    recent.add('a', 1);
    recent.add('b', 2);
    expect([recent.of('a'), recent.of('b')]).toEqual([[], [2]]);
  });

  it('never exceed the limit of bytes, but the newest item is always kept', () => {
    const recent = new RecentByKey<string>({ maxItems: 10, maxBytes: 10 });
    for (const [item, bytes] of [
      ['one', 4],
      ['two', 4],
      ['three', 4],
      ['huge', 40],
    ] as const) {
      recent.add('a', item, bytes);
      if (item === 'three') expect(recent.of('a')).toEqual(['two', 'three']);
    }
    expect(recent.of('a')).toEqual(['huge']);
    recent.add('a', 'small', 1);
    expect(recent.of('a')).toEqual(['small']);
  });
});
