import { openClock, systemClock } from './clock';

const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const databaseUrl = 'postgres://nobody@127.0.0.1:1/nowhere';

describe('the clock of a process', () => {
  it('is that of the system, without a database, unless it is movable', async () => {
    jest.useFakeTimers({ now: 1_790_000_000_000 });
    const config = { clock: 'system', databaseUrl, nodeEnv: 'production' } as const;
    const clock = await openClock({ config, name: 'test', logger });
    expect([clock.now(), systemClock.now()]).toEqual([1_790_000_000_000, 1_790_000_000_000]);
    await clock.close();
    jest.useRealTimers();
  });

  it('cannot be moved in production (PROV-20)', async () => {
    const config = { clock: 'movable', databaseUrl, nodeEnv: 'production' } as const;
    await expect(openClock({ config, name: 'test', logger })).rejects.toThrow('not allowed in production');
  });

  it('fails to open without a database to follow', async () => {
    const config = { clock: 'movable', databaseUrl, nodeEnv: 'test' } as const;
    await expect(openClock({ config, name: 'test', logger })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
