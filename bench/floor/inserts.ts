import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { logTail, startChild } from '../../services/local/child';
import { reportedVersion } from '../../services/local/parts/part';
import { MeasuredRun, type RunMessage } from '../measure/measured-run';

export interface InsertFloor {
  readonly perSecond: number;
  readonly measuredBy: string;
}

const CONNECTIONS = 64;
const CREATE =
  'CREATE TABLE IF NOT EXISTS floor_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)';
const MEASURED_LIMIT = 5_000_000;

/** Measures what the database can do: one row of 1 KB per transaction, 64 transactions at a time. */
export async function measureInserts(
  home: string,
  databaseUrl: string,
  seconds: number,
): Promise<InsertFloor> {
  const url = await floorDatabase(databaseUrl);
  const pgbench = await findPgbench();
  return pgbench === undefined ? loopWithClients(url, seconds) : runPgbench({ home, pgbench, url, seconds });
}

/** A separate database, so that product and benchmark do not see each other's tables. */
async function floorDatabase(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  url.pathname = '/floor';
  await withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'floor'");
    if (rowCount === 0) await client.query('CREATE DATABASE floor');
  });
  await withClient(url.toString(), (client) => client.query(CREATE));
  return url.toString();
}

/** Debian keeps the real programs off the PATH, which has only a wrapper. */
async function findPgbench(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  for (const binary of [...versions.map((version) => join(debian, version, 'bin', 'pgbench')), 'pgbench']) {
    if ((await reportedVersion(binary)) !== undefined) return binary;
  }
  return undefined;
}

interface PgbenchRun {
  readonly home: string;
  readonly pgbench: string;
  readonly url: string;
  readonly seconds: number;
}

async function runPgbench({ home, pgbench, url, seconds }: PgbenchRun): Promise<InsertFloor> {
  const script = join(home, 'insert.sql');
  writeFileSync(script, `INSERT INTO floor_rows (text) VALUES ('${'x'.repeat(1024)}');\n`);
  const options = [
    '-n',
    '-f',
    script,
    '-c',
    String(CONNECTIONS),
    '-j',
    '2',
    '-M',
    'prepared',
    '-T',
    String(seconds),
  ];
  const child = await startChild({
    home,
    name: 'pgbench',
    kind: 'service',
    command: pgbench,
    args: [...options, url],
  });
  await child.exited;
  const rate = /^tps = ([\d.]+)/m.exec(readFileSync(child.logFile, 'utf8'))?.[1];
  if (child.exitCode() !== 0 || rate === undefined) {
    throw new Error(`pgbench failed.\n${logTail(child.logFile)}`);
  }
  return { perSecond: Number(rate), measuredBy: `pgbench ${(await reportedVersion(pgbench)) ?? ''}`.trim() };
}

/** Slower than pgbench, because the client costs CPU, so ratios to it look better. The report names which was used. */
async function loopWithClients(url: string, seconds: number): Promise<InsertFloor> {
  const run = new MeasuredRun({ warmUpMs: 1_000, measureMs: seconds * 1_000, maxRequests: MEASURED_LIMIT });
  const statement = {
    name: 'insert',
    text: 'INSERT INTO floor_rows (text) VALUES ($1)',
    values: ['x'.repeat(1024)],
  };
  const worker = (): Promise<void> =>
    withClient(url, async (client) => {
      while (run.maySend()) {
        await client.query(statement);
        run.accepted(0);
      }
    });
  let perSecond = 0;
  await run.run(
    () => Promise.all(Array.from({ length: CONNECTIONS }, worker)),
    (message: RunMessage) => {
      if (message.phase === 'done') ({ perSecond } = message.result);
    },
  );
  return { perSecond, measuredBy: 'a loop of pg clients, because pgbench is not installed' };
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await work(client).finally(() => client.end());
}
