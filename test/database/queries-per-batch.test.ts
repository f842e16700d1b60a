import fc from 'fast-check';
import { NOW } from '../../streams/ledger/tests/fixtures/scenario';
import { aWorldOfChance, play } from '../../streams/ledger/tests/fixtures/history';
import { ledger } from '../../streams/ledger/processor';
import type { TimedCommand } from '../../streams/runtime/commands/command-processor';
import type { Statement, Transaction } from '../../streams/runtime/postgres/database';
import { openLedgerDatabase } from '../fixtures/ledger-database';

const STEPS = 600;
/** The largest micro-batch (HAZ-20). */
const LARGE_BATCH = 250;

test('a micro-batch asks each question once and writes all rows at once, however many commands it has', async () => {
  const { commands, rules } = manyCommands();
  const database = await openLedgerDatabase();
  const most = { batch: 0, statements: 0 };
  try {
    const processor = ledger(rules, () => new Date(NOW), {
      unknownReport: () => undefined,
      withheldAnswer: () => undefined,
      parked: () => undefined,
    });
    for (let from = 0; from < commands.length; from += LARGE_BATCH) {
      const batch = commands.slice(from, from + LARGE_BATCH);
      const asked: string[] = [];
      await database.transaction((sql) => processor.apply(listened(sql, asked), batch, Promise.resolve()));
      const twice = asked.filter((name, index) => asked.indexOf(name) !== index);
      expect(twice).toEqual([]);
      most.batch = Math.max(most.batch, batch.length);
      most.statements = Math.max(most.statements, asked.length);
    }
  } finally {
    await database.close();
  }
  expect(most.batch).toBe(LARGE_BATCH);
  expect(most.statements).toBeLessThanOrEqual(MOST_STATEMENTS);
});

/** One query for each kind of row that a command may look at, and one statement that writes. */
const MOST_STATEMENTS = 25;

/**
 * Commands of every kind: pushes with every option, batches, retractions, resends, opens, reports, timers and settings.
 */
function manyCommands() {
  const numbers = fc.array(fc.noBias(fc.nat({ max: 9_999 })), { minLength: 30, maxLength: 30 });
  const world = aWorldOfChance();
  for (const step of fc.sample(numbers, { seed: 20_264, numRuns: STEPS })) play(world, step);
  const commands = world.history.flatMap((happened): TimedCommand[] =>
    'command' in happened ? [{ command: happened.command, nowMs: happened.command.issued_at }] : [],
  );
  return { commands, rules: world.rules };
}

function listened(transaction: Transaction, asked: string[]): Transaction {
  return {
    query: (statement: Statement, values) => {
      asked.push(statement.name);
      return transaction.query(statement, values);
    },
    send: (statement, values) => {
      asked.push(statement.name);
      transaction.send(statement, values);
    },
    flush: () => transaction.flush(),
  };
}
