import { aNewBusiness, append, balanceOf, topUpOf, type NewBusiness } from '../fixtures/log-client';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const ROLE = `limited_${String(process.pid)}_${String(Date.now())}`;
const COMMANDS = 8;

let world: World;
let ledger: ServiceProcess;
let url: string;
let business: NewBusiness;
let applied = 0;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
  await run(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'limited'`);
  await run(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${ROLE}`);
  await run(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${ROLE}`);
  const limited = new URL(world.env['DATABASE_URL']!);
  limited.username = ROLE;
  limited.password = 'limited';
  ledger = world.startWith({ DATABASE_URL: limited.href }, 'pipeline', 'ledger');
  url = await ledger.ready();
  business = aNewBusiness();
  await append(world, [business.creation]);
  await allAreApplied(1);
});
afterAll(() => world.close());

test.each([
  [
    'a grant that was lost',
    `REVOKE INSERT ON credit_entries FROM ${ROLE}`,
    `GRANT INSERT ON credit_entries TO ${ROLE}`,
  ],
  [
    'a table that is missing',
    'ALTER TABLE credit_entries RENAME TO credit_entries_mislaid',
    'ALTER TABLE credit_entries_mislaid RENAME TO credit_entries',
  ],
])(
  '%s parks nothing: the ledger is unready, and applies everything when it is back (HAZ-23)',
  async (_, fault, fix) => {
    await run(fault);
    await appendMany();
    await until('it is unready', async () => (await fetch(`${url}/readyz`)).status === 503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await run(fix);
    await allAreApplied(0);
    await until('it is ready again', async () => (await fetch(`${url}/readyz`)).ok);
  },
);

test('a prepared statement whose table has changed parks nothing: another connection prepares it again', async () => {
  await run('ALTER TABLE businesses ALTER COLUMN name TYPE varchar(10000)');
  await appendMany();
  await allAreApplied(0);
});

async function appendMany(): Promise<void> {
  await append(
    world,
    Array.from({ length: COMMANDS }, () => topUpOf(business.id, 1)),
  );
  applied += COMMANDS;
}

async function allAreApplied(first: number): Promise<void> {
  if (first > 0) await until('the business exists', async () => (await balanceOf(world, business.id)) === 0);
  await until('all are applied', async () => (await balanceOf(world, business.id)) === applied);
  const [parked] = await run<{ count: number }>('SELECT count(*) FROM dead_letters');
  expect(parked).toEqual({ count: 0 });
}

async function run<Row>(text: string): Promise<Row[]> {
  return world.database.query<Row>({ name: `test-run-${text.slice(0, 40)}`, text }, []);
}
