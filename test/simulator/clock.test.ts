import { randomBytes } from 'node:crypto';
import { openClock } from '../../services/shared/clock';
import { migrate } from '../../services/shared/postgres/migrate';
import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import { operate, push, readMessage } from '../fixtures/merchant';
import { sharedServers } from '../fixtures/shared-servers';
import { CREDENTIALS, openSimulator, type Simulator } from '../fixtures/simulator';
import { until } from '../fixtures/until';
import { createDatabase, openWorld, SILENT, type World } from '../fixtures/world';

const DAY_S = 24 * 60 * 60;

describe('two processes that follow one clock', () => {
  let database: PostgresDatabase;
  let settings: Record<string, string>;
  let mover: Simulator;
  let follower: Simulator;
  beforeAll(async () => {
    const name = `clock_${randomBytes(6).toString('hex')}`;
    const url = await createDatabase(sharedServers().databaseUrl, name);
    await migrate(url);
    database = openPostgres({ url, applicationName: 'test' }, SILENT);
    settings = { DATABASE_URL: url };
    [mover, follower] = await Promise.all([openSimulator(settings), openSimulator(settings)]);
  });
  afterAll(async () => {
    await Promise.all([mover.close(), follower.close()]);
    await database.close();
  });

  test('when a move is answered, the other process already goes by the new time (HAZ-18)', async () => {
    for (let moves = 0; moves < 30; moves += 1) {
      const before = await timeOf(follower);
      const { status, body } = await advance(mover, 1_000.5);
      const after = await timeOf(follower);
      expect([status, Date.parse(body['now'] as string) - before >= 1_000_500]).toEqual([200, true]);
      expect(after - before).toBeGreaterThanOrEqual(1_000_500);
    }
  });

  test('moves that are made at the same time all count', async () => {
    const before = await timeOf(follower);
    await Promise.all([mover, follower, mover, follower].map((each) => advance(each, 3_600)));
    for (const each of [mover, follower]) {
      expect((await timeOf(each)) - before).toBeGreaterThanOrEqual(4 * 3_600_000);
    }
  });

  test('a listener runs before the move is answered, and a process that has ended is not waited for', async () => {
    const config = { clock: 'movable', databaseUrl: settings['DATABASE_URL']!, nodeEnv: 'test' } as const;
    const clock = await openClock({ config, name: 'test', logger: SILENT });
    const moments: number[] = [];
    clock.onMoved(() => moments.push(clock.now()));
    const before = clock.now();
    await advance(mover, DAY_S);
    expect(moments).toHaveLength(1);
    expect(moments[0]! - before).toBeGreaterThanOrEqual(DAY_S * 1_000);
    await clock.close();
    expect((await advance(mover, 1)).status).toBe(200);
    expect(moments).toHaveLength(1);
  });

  test('a process that pauses is waited for', async () => {
    const before = await timeOf(mover);
    follower.process.freeze();
    let answered = false;
    const moved = advance(mover, DAY_S).finally(() => (answered = true));
    await until('the mover itself has moved', async () => (await timeOf(mover)) - before >= DAY_S * 1_000);
    for (let questions = 0; questions < 20; questions += 1) await timeOf(mover);
    expect(answered).toBe(false);
    follower.process.thaw();
    expect((await moved).status).toBe(200);
    expect((await timeOf(follower)) - before).toBeGreaterThanOrEqual(DAY_S * 1_000);
  });

  test('a process that was killed is not waited for, and one that starts later goes by the new time', async () => {
    const before = await timeOf(mover);
    const killed = await openSimulator(settings);
    await killed.process.kill();
    expect((await advance(mover, DAY_S)).status).toBe(200);
    await killed.close();

    const late = await openSimulator(settings);
    expect((await timeOf(late)) - before).toBeGreaterThanOrEqual(DAY_S * 1_000);
    await late.close();
  });

  test('a process that lost its connection reads what it missed, and is waited for again', async () => {
    const followers = await connections();
    await query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [followers]);
    await query('UPDATE clock SET version = version + 1, offset_ms = offset_ms + 86400000 WHERE $1', [true]);
    await until('all are connected again', async () => {
      const now = await connections();
      return now.length === followers.length && now.every((pid) => !followers.includes(pid));
    });
    const before = await timeOf(follower);
    expect(before - Date.now()).toBeGreaterThan(86_400_000);
    expect((await advance(mover, DAY_S)).status).toBe(200);
    expect((await timeOf(follower)) - before).toBeGreaterThanOrEqual(DAY_S * 1_000);
  });

  test.each([0, -1, '60', null, true, 1e12, undefined])(
    'a move by %j seconds is refused',
    async (seconds) => {
      const before = await timeOf(mover);
      const { status, body } = await advance(mover, seconds);
      expect([status, body['error_code']]).toEqual([422, 'common.validation_failed']);
      expect((await timeOf(mover)) - before).toBeLessThan(60_000);
    },
  );

  async function connections(): Promise<number[]> {
    const text = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND application_name ~ $1`;
    const rows = await query<{ pid: number }>(text, ['^clock:\\d+ ']);
    return rows.map(({ pid }) => pid);
  }

  async function query<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return database.query<Row>({ name: '', text }, values);
  }
});

describe('the whole product', () => {
  let world: World;
  let urls: string[];
  beforeAll(async () => {
    world = await openWorld({ env: { ...CREDENTIALS, ...PORTS, CLOCK: 'movable' } });
    const roles = [['simulator'], ['ingress'], ['console'], ['pipeline', 'ledger']];
    const processes = roles.map((args) => world.start(...args));
    urls = await Promise.all(processes.map((started) => started.ready()));
  });
  afterAll(() => world.close());

  test('ingress, console and ledger go by the new time before its move is answered (PROV-20)', async () => {
    const [simulatorUrl, ingressUrl, consoleUrl] = urls as [string, string, string];
    const businesses = `${consoleUrl}/admin/v1/businesses`;
    const business = await operate(businesses, { method: 'POST', body: { name: 'Bloom & Co' } });
    const apiKey = business.body['api_key'] as string;
    expect((await push(ingressUrl, apiKey, 'order-1')).status).toBe(201);

    for (let days = 1; days <= 5; days += 1) {
      const earliest = Date.now() + days * DAY_S * 1_000;
      // Past the hour for which the ledger keeps keys after they expire.
      const body = JSON.stringify({ advance_seconds: DAY_S + 2 * 60 * 60 });
      expect((await fetch(`${simulatorUrl}/sim/clock`, { method: 'POST', body })).status).toBe(200);
      const [pushed, created] = await Promise.all([
        push(ingressUrl, apiKey, `order-${String(days)}`, { subject: `Day ${String(days)}` }),
        operate(businesses, { method: 'POST', body: { name: 'Petal' } }),
      ]);
      // The first push of the loop repeats a key whose 24 hours are over. If the key were still known, this would be a
      // 409.
      expect([pushed.status, created.status]).toEqual([201, 201]);
      const message = await readMessage(ingressUrl, apiKey, pushed.body['id'] as string);
      for (const made of [message.body, created.body]) {
        expect(Date.parse(made['created_at'] as string)).toBeGreaterThanOrEqual(earliest);
      }
    }
    await until('the ledger has dropped the keys of all days but the last', async () => {
      const text = 'SELECT count(*)::int AS keys FROM idempotency_records';
      const [row] = await world.database.query<{ keys: number }>({ name: 'test-keys', text }, []);
      return row!.keys === 1;
    });
  });
});

const PORTS = {
  SIMULATOR_PORT: '0',
  SIMULATOR_SMTP_PORT: '0',
  SIMULATOR_SINK_PORT: '0',
  CALLBACKS_URL: 'http://127.0.0.1:1',
};

async function timeOf(simulator: Simulator): Promise<number> {
  const { body } = await simulator.ask('GET', '/sim/clock');
  return Date.parse(body['now'] as string);
}

function advance(simulator: Simulator, seconds: unknown) {
  return simulator.ask('POST', '/sim/clock', { advance_seconds: seconds });
}
