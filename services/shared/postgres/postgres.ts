import { Pool, types, type ClientBase } from 'pg';
import type { Database, Statement } from '../../../streams/runtime/postgres/database';
import type { Logger } from '../../../streams/runtime/logger';
import { arrayParametersOf, inBinary, type ParameterTypes } from './arrays';
import { rememberWhyItBreaks } from './broken-connections';
import { momentIn } from './moment';
import { PostgresSeries } from './series';
import { runPrepared } from './prepared-query';

/** The database connections of a process, which every service and processor opens here with the same time-outs. */
export interface PostgresDatabase extends Database {
  close(): Promise<void>;
}

export interface PostgresOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly maxConnections?: number;
  /** A connection is given up if a statement on it has no answer for this long. */
  readonly answerWithinMs?: number;
}

const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * A server that works cancels a slow statement by itself. But if the server falls silent, or the network drops packets,
 * the caller would wait for ever.
 */
const ANSWER_WITHIN_MS = STATEMENT_TIMEOUT_MS + 10_000;

export function openPostgres(
  { url, applicationName, maxConnections = 10, answerWithinMs = ANSWER_WITHIN_MS }: PostgresOptions,
  logger: Logger,
): PostgresDatabase {
  const pool = new Pool({
    connectionString: url,
    application_name: applicationName,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // pg destroys the connection, because it cannot know which statement the next answer belongs to.
    query_timeout: answerWithinMs,
    keepAlive: true,
    // An owner that stalls inside a transaction must not block its successor on the position for ever.
    idle_in_transaction_session_timeout: 10_000,
    options: `${ONE_PLAN_BY_INDEX} ${NO_PARALLEL_WORKERS} -c timezone=UTC`,
    pipeline: true,
    types: { getTypeParser: parserFor },
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => {
    logger.warn({ error: error.message }, 'an idle database connection broke; the pool opens a new one');
  });
  // A connection that breaks inside a transaction, between two statements, must not end it either. The next statement
  // then fails with the reason.
  pool.on('connect', (client) => {
    rememberWhyItBreaks(client);
  });

  return {
    query: (statement, values) => run(pool, statement, values),
    transaction: (work) => new PostgresSeries(pool, run).begin(work).committed,
    series: () => new PostgresSeries(pool, run),
    close: () => pool.end(),
  };
}

/**
 * Every statement finds its rows by an index, for any values. A plan that is made while a table is empty scans the
 * table, and a prepared statement keeps that plan as the table grows: 36 ms instead of 0.3 for a look-up of 30 keys
 * among 60,000.
 */
const ONE_PLAN_BY_INDEX = [
  // By default PostgreSQL plans anew for every array that is shorter than it expects, so for every small batch: a push
  // that came alone took 1.3 ms of its time instead of 0.8.
  '-c plan_cache_mode=force_generic_plan',
  '-c enable_seqscan=off',
  '-c enable_hashjoin=off',
  '-c enable_mergejoin=off',
].join(' ');

/**
 * A generic plan does not know the size of a page, and estimates so many rows that PostgreSQL starts parallel workers.
 * Starting them took 22 ms before the first row.
 */
const NO_PARALLEL_WORKERS = '-c max_parallel_workers_per_gather=0';

export async function run<Row>(
  runner: Pool | ClientBase,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const rows = await runPrepared(runner, statement, inBinary(parametersOf(statement), values));
  return rows as Row[];
}

function parametersOf({ name, text }: Statement): ParameterTypes {
  const known = parameters.get(name);
  if (known !== undefined) return known;
  const types = arrayParametersOf(text);
  parameters.set(name, types);
  return types;
}

/** By name of the statement. There are as many as PostgreSQL has prepared. */
const parameters = new Map<string, ParameterTypes>();

export function parserFor(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const standard = types.getTypeParser as (oid: number, format?: string) => (value: string) => unknown;
  switch (oid) {
    case BIGINT_OID:
      // Counts, offsets and balances stay far below 2^53.
      return Number;
    case TIMESTAMPTZ_OID:
      return (text) => momentIn(text) ?? standard(oid, format)(text);
    default:
      return standard(oid, format);
  }
}

const BIGINT_OID = 20;
const TIMESTAMPTZ_OID = 1184;
