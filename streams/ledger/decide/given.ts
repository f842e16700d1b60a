import type { BusinessSettings, Command, PushMessage } from '../../../schemas/generated/command';
import { decide } from './decide';
import { Rows } from '../rows';
import type { HouseRules } from '../turn';
import { WorkingSet } from '../working-set';
import type { Applied } from '../../runtime/command-processor';

/** `given(what went before).when(a command).then(what it brings about)`: decisions tried without any IO. */
export function given(...earlier: readonly Command[]): {
  when(command: Command): { then(check: Check): void };
} {
  const set = new WorkingSet();
  for (const command of earlier) run(set, command);
  return {
    when: (command) => {
      for (const [, rows] of tablesOf(set)) rows.settle();
      const applied = run(set, command);
      return {
        then(check) {
          check({
            status: applied.answer?.status,
            body:
              applied.answer === null ? null : (JSON.parse(applied.answer.body) as Record<string, unknown>),
            replayed: applied.answer?.replayed,
            outputs: applied.outputs.map(({ topic, key, value }) => ({ topic: topic.name, key, value })),
            written: rowsOf(set),
          });
        },
      };
    },
  };
}

export interface Brought {
  readonly status: number | undefined;
  readonly body: Record<string, unknown> | null;
  readonly replayed: boolean | undefined;
  readonly outputs: readonly { topic: string; key: string; value: unknown }[];
  /** The rows that this command alone wrote, by table. */
  readonly written: Readonly<Record<TableName, readonly object[]>>;
}

/** The tables of the working set, by their names in it. */
type TableName = {
  [Name in keyof WorkingSet]: WorkingSet[Name] extends { readonly written: ReadonlyMap<string, object> }
    ? Name
    : never;
}[keyof WorkingSet];

type Check = (brought: Brought) => void;

export const NOW = Date.UTC(2026, 0, 15, 12);
export const BUSINESS = 'biz_01kf0000000000000000000000';

/** The nth command of a scenario, a second after the one before. */
export function command(n: number, body: Command['body'], more: Partial<Command> = {}): Command {
  return {
    command_id: `cmd_01kf${String(n).padStart(22, '0')}`,
    business_id: BUSINESS,
    issued_at: NOW + n * 1_000,
    reply_partition: null,
    idempotency: null,
    body,
    ...more,
  };
}

export function aBusiness(n = 1, settings: Partial<BusinessSettings> = {}): Command {
  const key = { sha256: Buffer.alloc(32, 1), last4: 'wxyz', name: 'API key', scopes: ['messages'] };
  return command(n, { CreateBusiness: { settings: changed({ name: 'Bloom & Co', ...settings }), key } });
}

export function aChange(n: number, settings: Partial<BusinessSettings>): Command {
  return command(n, { ChangeBusiness: { settings: changed(settings) } });
}

export function aPush(n: number, push: Partial<PushMessage> = {}, more: Partial<Command> = {}): Command {
  return command(n, { PushMessage: { ...PLAIN_PUSH, ...push } }, more);
}

/** A push with nothing but what is required. */
export const PLAIN_PUSH: PushMessage = {
  recipient_email: 'ada@example.com',
  subject: 'Your order',
  body: 'It is on its way.',
  recipient_phone: null,
  channels: null,
  whatsapp_opt_in: null,
  sms_if_whatsapp_fails: false,
  reference: null,
  order_status: null,
  kind: 'one_off',
  notify: null,
  send_at: null,
  escalate_if_unread_after_minutes: null,
  obsoletes: [],
};

/** Settings in which everything else stays as it is. */
export function changed(settings: Partial<BusinessSettings>): BusinessSettings {
  return { ...UNCHANGED, ...settings };
}

const UNCHANGED: BusinessSettings = {
  name: null,
  active: null,
  sending_paused: null,
  plan: null,
  period_ends_at: null,
  email_allowance: null,
  email_daily_cap: null,
  requests_per_second: null,
  burst: null,
  low_balance_threshold: null,
  default_country: null,
  sending_domain: null,
  sms_sender: null,
  sms_mode: null,
  sms_allowed_countries: null,
  whatsapp_mode: null,
  whatsapp_forward_email: null,
  cleared: [],
};

/** An Idempotency-Key as the ledger sees it. */
export function keyed(key: string, fingerprint = 'same body'): Pick<Command, 'idempotency'> {
  return { idempotency: { key_hash: Buffer.from(key), fingerprint: Buffer.from(fingerprint) } };
}

/** The house as tests know it: everything costs one credit, and hashes can be read. */
const HOUSE: HouseRules = {
  hash: (kind, text) => Buffer.from(`${kind} ${text}`),
  price: () => 1,
  partitionOf: () => 0,
  defaultReview: 'approved',
};

function run(set: WorkingSet, command: Command): Applied {
  return decide(set, { command, nowMs: command.issued_at }, { rules: HOUSE, wallNow: new Date(NOW) });
}

function tablesOf(set: WorkingSet): [TableName, Rows<object, string>][] {
  return Object.entries(set).filter(
    (entry): entry is [TableName, Rows<object, string>] => entry[1] instanceof Rows,
  );
}

function rowsOf(set: WorkingSet): Brought['written'] {
  const entries = tablesOf(set).map(([table, { written }]) => [table, [...written.values()]]);
  return Object.fromEntries(entries) as Brought['written'];
}
