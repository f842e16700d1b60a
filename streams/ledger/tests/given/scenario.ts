import type { BusinessSettings, Command, PushMessage } from '../../../../schemas/generated/command';
import type { IdPrefix } from '../../../../schemas/ids';
import { tables, type TableName } from '../../store/tables';
import type { HouseRules } from '../../turn';
import { WorkingSet } from '../../store/working-set';
import { decide } from '../../decide';

/** `given(what went before).when(a command).then(what it brings about)`: decisions tried without any IO. */
export function given(...earlier: readonly Command[]): {
  when(command: Command): { then(check: (brought: Brought) => void): void };
} {
  const set = new WorkingSet();
  for (const command of earlier) bring(set, command);
  return {
    when: (command) => {
      const brought = bring(set, command);
      return {
        then(check) {
          check(brought);
        },
      };
    },
  };
}

export interface Brought {
  readonly status: number | undefined;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly replayed: boolean | undefined;
  readonly outputs: readonly { topic: string; key: string; value: unknown }[];
  /** The rows that this command alone wrote, by table. */
  readonly written: Readonly<Record<TableName, readonly object[]>>;
}

/** Decides one command and says what it brought about. */
export function bring(set: WorkingSet, command: Command, rules = HOUSE): Brought {
  for (const name of TABLE_NAMES) set.rowsOf(name).settle();
  const { answer, outputs } = decide(
    set,
    { command, nowMs: command.issued_at },
    { rules, wallNow: new Date(NOW) },
  );
  return {
    status: answer?.status,
    body: answer === null ? null : (JSON.parse(answer.body) as Record<string, unknown>),
    replayed: answer?.replayed,
    outputs: outputs.map(({ topic, key, value }) => ({ topic: topic.name, key, value })),
    written: writtenIn(set),
  };
}

function writtenIn(set: WorkingSet): Brought['written'] {
  const entries = TABLE_NAMES.map((name) => [name, [...set.rowsOf(name).written.values()]]);
  return Object.fromEntries(entries) as Brought['written'];
}

const TABLE_NAMES = Object.keys(tables) as TableName[];

export const NOW = Date.UTC(2026, 0, 15, 12);
export const BUSINESS = 'biz_01kf0000000000000000000000';

/** The id that the nth command of a scenario gives to the first thing of a kind, far from those of the next command. */
export function idOf(prefix: IdPrefix, n: number): string {
  return `${prefix}_01kf${String(n).padStart(16, '0')}000000`;
}

/** The nth command of a scenario, a second after the one before. */
export function command(n: number, body: Command['body'], more: Partial<Command> = {}): Command {
  return {
    command_id: idOf('cmd', n),
    business_id: BUSINESS,
    issued_at: NOW + n * 1_000,
    reply_to: null,
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
  recipient_daily_emails: null,
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
export const HOUSE: HouseRules = {
  hash: (kind, text) => Buffer.from(`${kind} ${text}`),
  price: () => 1,
  smsSender: '+447700900999',
  partitionOf: () => 0,
  defaultReview: 'approved',
};
