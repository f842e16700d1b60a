import type { Pool, PoolClient } from 'pg';
import { isOfPreparedStatement, NoConnection } from '../../../streams/runtime/failures/failures';
import type {
  Begun,
  Statement,
  TransactionSeries,
  TransactionWork,
} from '../../../streams/runtime/postgres/database';
import { whyItBroke } from './broken-connections';

export type Run = <Row>(
  client: PoolClient,
  statement: Statement,
  values: readonly unknown[],
) => Promise<Row[]>;

/** A connection of the pool, kept while transactions are under way on it. */
interface Held {
  readonly client: Promise<PoolClient>;
  underWay: number;
  /** Something went wrong on it: it has to show that it still works before anybody else gets it. */
  doubtful: boolean;
  /** What it has prepared is void: it would be refused for ever. */
  stale: boolean;
}

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
    // Whoever waits for the commit need not look at this one.
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
 * Nothing is waited for but what `work` waits for: a micro-batch of the ledger takes two round trips that way instead of
 * ten. What follows on a statement that failed is refused by Postgres, COMMIT included, so it may be on its way already.
 */
async function transact<Result>(client: PoolClient, { work, run, onFlushed }: Task<Result>): Promise<Result> {
  const sent: Promise<unknown>[] = [];
  let failure: unknown;
  const send = (answer: Promise<unknown>): void => {
    // Looked at when all are; until then its failure must not count as one that nobody handles.
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
  // Somebody who catches the failure of a statement and goes on would take the rollback for a commit.
  if ((await commit).command !== 'COMMIT') throw new Error('the transaction was rolled back');
  return result;
}

/** Refused only because an earlier statement failed: that one says what happened. */
function isConsequence(error: unknown): boolean {
  return (error as { code?: string }).code === IN_FAILED_TRANSACTION;
}

const IN_FAILED_TRANSACTION = '25P02';

/** All statements of one turn of the event loop leave in one write. */
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
