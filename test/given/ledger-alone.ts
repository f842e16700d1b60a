import type { Command } from '../../schemas/generated/command';
import { topics } from '../../schemas/topics';
import type { PostgresDatabase } from '../../services/shared/postgres/postgres';
import { aBusiness, BUSINESS, command, HOUSE, NOW } from '../../streams/ledger/tests/given/scenario';
import { ledger } from '../../streams/ledger/topology';
import type { Applied } from '../../streams/runtime/commands/command-processor';
import { claim, type Claim } from '../../streams/sender/claim';
import type { Verdict } from '../../streams/sender/verdict';
import { workOf, type Work } from '../../streams/sender/work';
import type { Transaction } from '../../streams/runtime/postgres/database';
import { openLedgerDatabase } from './ledger-database';

/** The ledger and the claims of senders on a database of a test's own, without a log: the test says what comes after what. */
export interface LedgerAlone {
  readonly database: PostgresDatabase;
  /** One micro-batch. */
  apply(...commands: readonly Command[]): Promise<Applied[]>;
  /** One micro-batch, and how many blocks of our tables and their indexes it touched, its writes included. */
  blocksTouchedBy(...commands: readonly Command[]): Promise<number>;
  /** The same of one that is rolled back. */
  blocksToTouchBy(...commands: readonly Command[]): Promise<number>;
  /** One micro-batch, and the commands that it brings about, to the last. */
  applyAll(...commands: readonly Command[]): Promise<void>;
  /** The id of the first send on the channel. */
  sendOf(channel: string, businessId?: string): Promise<string>;
  claimed(work: Work, verdict: Verdict, sender?: string): Promise<Claim[]>;
  close(): Promise<void>;
}

const processor = ledger(HOUSE, () => new Date(NOW), {
  unknownReport: () => undefined,
  withheldAnswer: () => undefined,
  parked: () => undefined,
});

export async function openLedgerAlone(): Promise<LedgerAlone> {
  const database = await openLedgerDatabase();
  const apply: LedgerAlone['apply'] = (...commands) => {
    const timed = commands.map((one) => ({ command: one, nowMs: one.issued_at }));
    return database.transaction((sql) => processor.apply(sql, timed, Promise.resolve()));
  };
  return {
    database,
    apply,
    blocksTouchedBy: (...commands) => database.transaction((sql) => touched(sql, commands)),
    async blocksToTouchBy(...commands) {
      let blocks = 0;
      const undone = new Error('undone');
      const working = database.transaction(async (sql) => {
        blocks = await touched(sql, commands);
        throw undone;
      });
      await working.catch((error: unknown) => {
        if (error !== undone) throw error;
      });
      return blocks;
    },
    async applyAll(...commands) {
      for (let next = commands; next.length > 0;) next = (await apply(...next)).flatMap(commandsIn);
    },
    async sendOf(channel, businessId = BUSINESS) {
      const rows = await database.query<{ id: string }>(SENDS, [businessId, channel]);
      return rows[0]!.id;
    },
    claimed: (work, verdict, sender = 's/1') => {
      const channel = { judge: async () => () => verdict, silenced: async () => new Set<string>() };
      return claim(database, channel, [work], { sender, now: new Date(NOW), startedAt: new Date(NOW) });
    },
    close: () => database.close(),
  };
}

function touched(sql: Transaction, commands: readonly Command[]): Promise<number> {
  const timed = commands.map((one) => ({ command: one, nowMs: one.issued_at }));
  return blocksTouched(sql, () => processor.apply(sql, timed, Promise.resolve()));
}

/** How many blocks of our tables and their indexes this takes. */
export async function blocksTouched(sql: Transaction, work: () => Promise<unknown>): Promise<number> {
  const [before] = await sql.query<{ blocks: number }>(BLOCKS, []);
  await work();
  const [after] = await sql.query<{ blocks: number }>(BLOCKS, []);
  return after!.blocks - before!.blocks;
}

/** Of this connection, since its counts were last taken away: never within a transaction. */
const BLOCKS = {
  name: 'test-blocks-touched',
  text: `
    SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::bigint AS blocks FROM pg_class
    WHERE relnamespace = current_schema()::text::regnamespace`,
};

function commandsIn({ outputs }: Applied): Command[] {
  return outputs.flatMap(({ topic, value }) =>
    topic.name === topics.commands.name ? [value as Command] : [],
  );
}

/** Another business. */
export const RIVAL = 'biz_01kf000000000000000000000b';

export const GOES: Verdict = { goes: true, counts: [], shortLink: null };

export const SENDS = {
  name: 'test-sends-of-channel',
  text: 'SELECT id, state, phone, country FROM sends WHERE business_id = $1 AND channel = $2 ORDER BY id',
};

/** With ten credits, and texts on. */
export function aTextingBusiness(business_id = BUSINESS, n = 1): Command[] {
  const settings = { sms_mode: 'on', whatsapp_mode: 'on_request' };
  const { body, ...account } = aBusiness(n, settings);
  if (!('CreateBusiness' in body)) throw new Error('no business');
  const key = { ...body.CreateBusiness.key, sha256: Buffer.alloc(32, business_id) };
  return [
    { ...account, business_id, body: { CreateBusiness: { ...body.CreateBusiness, key } } },
    command(n + 1, { TopUp: { amount: 10, note: null } }, { business_id }),
  ];
}

/** Without types it hears of every event. */
export function anEndpoint(
  n: number,
  endpoint_id: string,
  event_types: string[] = [],
  business_id = BUSINESS,
): Command {
  const endpoint = {
    endpoint_id,
    url: 'https://hooks.example/a',
    event_types,
    description: '',
    secret: Buffer.from('sealed'),
    masked_secret: 'whsec_…wxyz',
  };
  return command(n, { CreateEndpoint: endpoint }, { business_id });
}

export function workFor(send_id: string, business_id = BUSINESS): Work {
  return workOf({ business_id, send_id, attempt: 1 }, () => undefined);
}

/** What a sender reports of the first attempt. */
export function reported(
  n: number,
  send_id: string,
  outcome: string,
  skipped_reason: string | null = null,
): Command {
  const nothing = {
    provider_id: null,
    retry_after_ms: null,
    emails_this_month: null,
    counted_month: null,
  };
  return command(n, { ReportAttempt: { send_id, attempt: 1, outcome, skipped_reason, ...nothing } });
}
