import type { Sql } from '../../streams/runtime/postgres/database';

/** Of these there is a row for each setting, partition or migration: they do not grow. */
const FIXED =
  /^(clock|log_identity|positions|template_reviews|webhook_positions|knex_migrations|knex_migrations_lock)$/;

const ROWS: Readonly<Record<string, number>> = {
  sends: 100_000,
  messages: 50_000,
  send_attempts: 50_000,
  events: 50_000,
  webhook_deliveries: 50_000,
  credit_entries: 50_000,
  businesses: 2_000,
  // What is under way: they are emptied as it ends.
  erasures: 500,
  operator_sessions: 500,
  outbox: 500,
  position_marks: 500,
};
const ROWS_OF_OTHERS = 20_000;

/** Nine in ten rows are of one business. */
const BUSINESS = `CASE WHEN n % 10 > 0 THEN 'biz' ELSE 'biz' || n % 2000 END`;
const MOMENT = `now() - n * interval '30 seconds'`;
const RARE = 'n % 1000 = 0';

/** What is rare in a table, what is shared, and what one business has only so many of. Other columns have a value by their type. */
const VALUES: Readonly<Record<string, string>> = {
  'api_keys.business_id': `'biz' || n / 10`,
  'businesses.id': `'biz' || n`,
  // Nearly all count emails to one person, and are kept for two days.
  'send_counters.counter': `CASE WHEN n % 20 = 0 THEN 'emails_per_day' ELSE 'emails_to ' || n END`,
  'send_counters.period': `to_char(now() - CASE WHEN n % 20 = 0 THEN n / 20 ELSE n % 2 END * interval '1 day', 'YYYY-MM-DD')`,
  'messages.recipient_id': `'id' || n / 10`,
  'messages.status': `CASE WHEN n % 10 = 0 THEN 'obsolete' ELSE 'active' END`,
  'send_attempts.attempt': '1',
  'send_attempts.outcome': `CASE WHEN ${RARE} THEN NULL ELSE 'submitted' END`,
  'sends.error_code': `CASE WHEN n % 50 = 0 THEN 'gone' END`,
  'sends.fallback_of': `CASE WHEN n % 50 = 0 THEN 'whatsapp' END`,
  'sends.message_id': `'id' || n / 2`,
  'sends.nudge': '1 + n % 100 / 5',
  'sends.phone': `CASE WHEN n % 3 > 0 THEN '+44' || n / 20 END`,
  'sends.queued_at': MOMENT,
  'sends.recipient_id': `'id' || n / 20`,
  'sends.skipped_reason': `CASE WHEN n % 50 = 0 THEN 'suppressed' END`,
  'sends.state': `CASE WHEN ${RARE} THEN 'queued' ELSE 'delivered' END`,
  'sends.submitted_at': `CASE WHEN ${RARE} THEN NULL ELSE ${MOMENT} END`,
  'webhook_deliveries.endpoint_id': `'id' || n % 20`,
  'webhook_deliveries.next_at': `CASE WHEN ${RARE} THEN ${MOMENT} END`,
  'webhook_deliveries.state': `CASE WHEN ${RARE} THEN 'waiting' ELSE 'delivered' END`,
  'webhook_endpoints.business_id': `'biz' || n / 20`,
};

/**
 * Fills all tables but the fixed ones and looks at them, so that Postgres plans as it does when they have grown. The rows need
 * not belong together: no statement is run. A new table or column is filled by its type.
 */
export async function fillTables(sql: Sql): Promise<void> {
  const columns = await sql.query<Column>(COLUMNS, []);
  for (const table of new Set(columns.map((column) => column.table))) {
    if (FIXED.test(table)) continue;
    const its = columns.filter((column) => column.table === table);
    const text = `
      INSERT INTO ${table} (${its.map(({ name }) => name).join(', ')})
      SELECT ${its.map(valueOf).join(', ')} FROM generate_series(1, ${String(ROWS[table] ?? ROWS_OF_OTHERS)}) AS n`;
    await sql.query({ name: `test-fill-${table}`, text }, []);
  }
  await sql.query({ name: 'test-analyze', text: 'ANALYZE' }, []);
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** What a constraint allows. */
  readonly allowed: readonly string[] | null;
}

function valueOf(column: Column): string {
  const known = VALUES[`${column.table}.${column.name}`];
  if (known !== undefined) return known;
  const value = valueByType(column);
  return column.isRequired ? value : `CASE WHEN n % 2 = 0 THEN ${value} END`;
}

const TELLS_APART = /id$|^(code|key|cause|email|phone|address|person|period|counter)$/;

function valueByType({ name, type, allowed }: Column): string {
  if (name === 'business_id') return BUSINESS;
  if (allowed !== null) return `(ARRAY['${allowed.join(`', '`)}'])[1 + n % ${String(allowed.length)}]`;
  switch (type) {
    case 'text':
      return TELLS_APART.test(name) ? `'id' || n` : `'${name}' || n % 20`;
    case 'bytea':
      return 'sha256(n::text::bytea)';
    case 'jsonb':
      return `jsonb_build_array('id' || n)`;
    case 'boolean':
      return 'n % 2 = 0';
    case 'timestamp with time zone':
      return MOMENT;
    default:
      return name === 'partition' ? 'n % 12' : 'n';
  }
}

const COLUMNS = {
  name: 'test-columns',
  text: `
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS "isRequired", (
      SELECT array_agg(literal[1]) FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''(\\w+)''::text', 'g') AS literal
      WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
    ) AS allowed
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::text::regnamespace AND a.attnum > 0
      AND NOT a.attisdropped AND a.attidentity = '' AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`,
};
