import type { Pool, PoolClient } from 'pg';
import { isOfPreparedStatement, NoConnection } from '../../../streams/runtime/failures/failures';
import type {
  Begun,
  Statement,
  TransactionSeries,
  TransactionWork,
} from '../../../streams/runtime/postgres/database';
import { whyItBroke } from './broken-connections';

/** Sends one prepared statement on one connection. */
export type Run = <Row>(
  client: PoolClient,
  statement: Statement,
  values: readonly unknown[],
) => Promise<Row[]>;

/** A pooled connection that is kept while transactions are under way on it. */
interface Held {
  readonly client: Promise<PoolClient>;
  underWay: number;
  /** A statement failed on it. It must show that it still works before it returns to the pool. */
  doubtful: boolean;
  /** Its prepared statements are void and would be refused for ever. */
  stale: boolean;
}

/**
 * Runs transactions one behind the other on one connection. While one commits, the next may already send its
 * statements, so it finds the rows as the one before it left them.
 */
export class PostgresSeries implements TransactionSeries {
  private held: Held | undefined;
  /** The transaction that still has statements to send. */
  private sending: object | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly run: Run,
  ) {}

  begin<Result>(work: TransactionWork<Result>): Begun<Result> {
    if (this.sending !== undefined) throw new Error('the transaction before this one is not sent yet');
    const self = {};
    this.sending = self;
    const isNoLongerSending = (): void => {
      if (this.sending === self) this.sending = undefined;
    };
    let committed!: Promise<Result>;
    const flushed = new Promise<void>((resolve, reject) => {
      const onFlushed = (): void => {
        isNoLongerSending();
        resolve();
      };
      committed = this.transact(work, onFlushed).finally(isNoLongerSending);
      committed.catch(reject);
    });
    // A caller that waits only for the commit need not handle `flushed`.
    flushed.catch(() => undefined);
    return { flushed, committed };
  }

  private async transact<Result>(work: TransactionWork<Result>, onFlushed: () => void): Promise<Result> {
    const held = (this.held ??= {
      client: connectionOf(this.pool),
      underWay: 0,
      doubtful: false,
      stale: false,
    });
    held.underWay += 1;
    try {
      return await transact(await held.client, { work, run: this.run, onFlushed });
    } catch (error) {
      held.doubtful = true;
      held.stale ||= isOfPreparedStatement(error);
      throw whyItBroke(await held.client.catch(() => undefined), error);
    } finally {
      held.underWay -= 1;
      if (held.underWay === 0) {
        this.held = undefined;
        await giveBack(held);
      }
    }
  }
}

async function connectionOf(pool: Pool): Promise<PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw new NoConnection(error);
  });
}

interface Task<Result> {
  readonly work: TransactionWork<Result>;
  readonly run: Run;
  readonly onFlushed: () => void;
}

/**
 * Waits for nothing but what `work` waits for, so a micro-batch of the ledger takes two round trips instead of ten.
 * COMMIT may be sent before earlier answers arrive: PostgreSQL refuses everything after a failed statement.
 */
async function transact<Result>(client: PoolClient, { work, run, onFlushed }: Task<Result>): Promise<Result> {
  const sent: Promise<unknown>[] = [];
  let failure: unknown;
  const send = (answer: Promise<unknown>): void => {
    // The result is awaited at the end. Until then, a failure must not count as an unhandled rejection.
    answer.catch((error: unknown) => {
      if (!isConsequence(error)) failure ??= error;
    });
    sent.push(answer);
  };

  gatherWrites(client);
  send(client.query('BEGIN'));
  const working = work({
    query(statement, values) {
      gatherWrites(client);
      return run(client, statement, values);
    },
    send(statement, values) {
      gatherWrites(client);
      send(run(client, statement, values));
    },
    flush: () => new Promise(setImmediate),
  });
  const result = await working.catch(async (error: unknown) => {
    await client.query('ROLLBACK').catch(() => undefined);
    throw isConsequence(error) ? (failure ?? error) : error;
  });
  gatherWrites(client);
  const commit = client.query('COMMIT');
  onFlushed();
  await Promise.all([...sent, commit]);
  // If `work` caught the failure of a statement and went on, it would take the rollback for a commit.
  if ((await commit).command !== 'COMMIT') throw new Error('the transaction was rolled back');
  return result;
}

/** Refused only because an earlier statement failed. The earlier error says what happened. */
function isConsequence(error: unknown): boolean {
  return (error as { code?: string }).code === IN_FAILED_TRANSACTION;
}

const IN_FAILED_TRANSACTION = '25P02';

/** Sends all statements of one turn of the event loop in one write. */
function gatherWrites({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
}

/** A connection that cannot even roll back is broken and leaves the pool. */
async function giveBack({ client: connecting, doubtful, stale }: Held): Promise<void> {
  const client = await connecting.catch(() => undefined);
  if (client === undefined) return;
  try {
    if (doubtful) await client.query('ROLLBACK');
    client.release(stale);
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
