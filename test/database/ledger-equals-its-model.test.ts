import fc from 'fast-check';
import { expectSame } from '../../streams/ledger/tests/fixtures/expect-same';
import { bring, NOW } from '../../streams/ledger/tests/fixtures/scenario';
import { aWorldOfChance, play, STEPS, type Step } from '../../streams/ledger/tests/fixtures/history';
import { PEOPLES_STEPS } from '../../streams/ledger/tests/fixtures/people-history';
import type { World } from '../../streams/ledger/tests/fixtures/world';
import { BATCH_LIMITS } from '../../streams/ledger/store/batch-limits';
import type { Attempt } from '../../streams/ledger/delivery/tables';
import { tables } from '../../streams/ledger/store/tables';
import { ledger } from '../../streams/ledger/processor';
import { WorkingSet } from '../../streams/ledger/store/working-set';
import type { TimedCommand } from '../../streams/runtime/commands/command-processor';
import type { Database } from '../../streams/runtime/postgres/database';
import { openLedgerDatabase } from '../fixtures/ledger-database';

// Load reads the rows that it expects a batch to need, and store writes the rows that the batch changed. The model has
// kept everything in memory since the first command. So a row that load or store overlooks differs from the model's.

/** Limits so low that each message counts as one with many sends, and each step of an erasure removes only a few. */
const NARROW = { ...BATCH_LIMITS, sendsReadWhole: 0, sendsErased: 3 };

test.each([
  { seed: 20_261, limits: BATCH_LIMITS, steps: STEPS },
  { seed: 20_262, limits: NARROW, steps: STEPS },
  { seed: 20_263, limits: { ...BATCH_LIMITS, rowsStoredAhead: 1 }, steps: STEPS },
  { seed: 20_264, limits: { ...NARROW, rowsStoredAhead: 5 }, steps: STEPS },
  { seed: 20_265, limits: BATCH_LIMITS, steps: [...STEPS, ...PEOPLES_STEPS] },
  { seed: 20_266, limits: { ...NARROW, rowsStoredAhead: 5 }, steps: [...STEPS, ...PEOPLES_STEPS] },
])(
  'micro-batches leave exactly the rows that the decisions call for, in every table (seed $seed)',
  async ({ seed, limits, steps }) => {
    const { history, rules } = aHistory(seed, steps);
    const database = await openLedgerDatabase();
    try {
      const telemetry = {
        unknownReport: () => undefined,
        withheldAnswer: () => undefined,
        parked: () => undefined,
      };
      const processor = ledger(rules, () => new Date(NOW), telemetry, limits);
      const model = new WorkingSet();
      for (const { claims, commands } of batchesOf(history, seed)) {
        for (const claim of claims) await writeDown(database, claim);
        model.attempts.load(claims);
        await database.transaction((sql) => processor.apply(sql, commands, Promise.resolve()));
        for (const { command } of commands) bring(model, command, rules);
        expectSame(await rowsIn(database), rowsOf(model));
      }
      expect(model.idempotencyRecords.values()).not.toEqual([]);
    } finally {
      await database.close();
    }
  },
);

const LENGTH = 250;

function aHistory(seed: number, steps: readonly Step[]): World {
  const numbers = fc.array(fc.noBias(fc.nat({ max: 9_999 })), { minLength: 30, maxLength: 30 });
  const world = aWorldOfChance();
  for (const step of fc.sample(numbers, { seed, numRuns: LENGTH })) play(world, step, steps);
  return world;
}

interface Batch {
  readonly claims: Attempt[];
  readonly commands: TimedCommand[];
}

/**
 * Batches of one to twelve commands. A sender's claim comes between two batches, as it comes between two transactions.
 */
function batchesOf(history: World['history'], seed: number): Batch[] {
  const sizes = fc.sample(fc.integer({ min: 1, max: 12 }), { seed, numRuns: history.length });
  const batches: Batch[] = [];
  let batch: Batch | undefined;
  for (const happened of history) {
    const isFull = batch !== undefined && batch.commands.length >= sizes[batches.length]!;
    if (batch === undefined || isFull || ('claim' in happened && batch.commands.length > 0)) {
      batch = { claims: [], commands: [] };
      batches.push(batch);
    }
    if ('claim' in happened) batch.claims.push(happened.claim);
    else batch.commands.push({ command: happened.command, nowMs: happened.command.issued_at });
  }
  return batches;
}

async function writeDown(database: Database, { businessId, sendId, attempt }: Attempt): Promise<void> {
  const text = `
    INSERT INTO send_attempts (business_id, send_id, attempt, sender, started_at)
    VALUES ($1, $2, $3, 'test', $4)`;
  await database.query({ name: 'test-claim', text }, [businessId, sendId, attempt, new Date(NOW)]);
}

/**
 * The tables of the working set. Attempts are left out because senders write them, and the health of endpoints because
 * the dispatcher does.
 */
const { attempts: _claimed, enabledEndpoints: _healed, deliveries: _told, ...TABLES } = tables;

const ATTEMPTS = {
  name: 'test-attempts',
  text: `
    SELECT business_id AS "businessId", send_id AS "sendId", attempt, outcome, skipped_reason AS "skippedReason"
    FROM send_attempts`,
};

type AllRows = Readonly<Record<string, readonly object[]>>;

async function rowsIn(database: Database): Promise<AllRows> {
  const rows: Record<string, object[]> = { attempts: await database.query<object>(ATTEMPTS, []) };
  for (const [name, table] of Object.entries(TABLES)) {
    const text = `SELECT ${table.select('t')} FROM ${table.name} t`;
    rows[name] = await database.query<object>({ name: `test-${name}`, text }, []);
  }
  return inOrder(rows);
}

function rowsOf(model: WorkingSet): AllRows {
  const names = Object.keys(TABLES) as (keyof typeof TABLES)[];
  const rows = names.map((name): [string, object[]] => [name, [...model[name].values()]]);
  return inOrder({ ...Object.fromEntries(rows), attempts: [...model.attempts.values()] });
}

function inOrder(rows: Record<string, object[]>): AllRows {
  // Hashes are part of the comparison. Keys inside a JSON value are sorted, because the database returns them in an
  // order of its own.
  const textOf = (row: object) =>
    JSON.stringify(
      Object.entries<unknown>({ ...row })
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, value]) => (Buffer.isBuffer(value) ? value.toString('hex') : value)),
      [],
    );
  const sorted = Object.entries(rows).map(([name, all]): [string, object[]] => [
    name,
    all
      .map((row) => ({ row, text: textOf(row) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1))
      .map(({ row }) => row),
  ]);
  return Object.fromEntries(sorted);
}
