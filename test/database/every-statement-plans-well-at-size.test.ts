import type { PostgresDatabase } from '../../services/shared/postgres/postgres';
import type { Sql } from '../../streams/runtime/postgres/database';
import { fillTables } from '../fixtures/filled-tables';
import { openLedgerDatabase } from '../fixtures/ledger-database';
import { preparedStatements } from '../fixtures/prepared-statements';

/**
 * The most rows that a statement without a limit may expect. Where a table has more, the statement has to look its rows
 * up.
 */
const MOST_ROWS = 1_500;

/** Statements that may do what no other may, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'webhooks-drop-of-disabled':
    'It reads the deliveries made since the last sweep by their age, and they are few.',
  'webhooks-lost': 'It reads the deliveries made since the last sweep by their age, and they are few.',
  'ledger-drop-auto_replies-by-created_at': 'It runs once a minute, and the table keeps at most one day.',
  'ledger-drop-acknowledgements-by-acknowledged_at':
    'It runs once a minute, and the table keeps at most one day.',
};

const { statements, unseen } = preparedStatements();

let database: PostgresDatabase;
let shared: Shared;
beforeAll(async () => {
  database = await openLedgerDatabase();
  await fillTables(database);
  shared = await sharedColumns(database);
});
afterAll(() => database.close());

test('every statement of the product is found where it is made', () => {
  expect(statements.length).toBeGreaterThan(140);
  // ANALYZE returns no rows, so it has no plan.
  expect(unseen).toEqual(['streams/runtime/postgres/table-statistics.ts: name: `analyze-${name}`']);
});

test.each(statements.map((statement) => [statement.name, statement] as const))(
  '%s looks up what it needs, on tables that have grown',
  async (name, { text }) => {
    const plan = await database.transaction((sql) => genericPlan(sql, text));
    const faults = faultsOf(plan);
    if (name in EXCEPTIONS) expect(faults).not.toEqual([]);
    else expect(faults).toEqual([]);
  },
);

test('the check reports a page that is found by a scan, by a sort or by all rows of a business', async () => {
  const faults = async (text: string) =>
    faultsOf(await database.transaction((sql) => genericPlan(sql, text)));
  expect(await faults('SELECT id FROM messages WHERE body = $1')).toContain('reads all of messages');
  const sorted = 'SELECT id FROM messages WHERE business_id = $1 ORDER BY body LIMIT 50';
  expect(await faults(sorted)).toContain('reads what many rows of messages share');
  expect(await faults('SELECT id FROM sends WHERE business_id = $1 ORDER BY id LIMIT $2')).toEqual([]);
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Parallel Aware': boolean;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Plan[];
}

let plans = 0;

async function genericPlan(sql: Sql, text: string): Promise<Plan> {
  const name = `planned_${String(++plans)}`;
  let asked = 0;
  const ask = <Row>(question: string) =>
    sql.query<Row>({ name: `${name} ${String(++asked)}`, text: question }, []);
  await ask('SET LOCAL plan_cache_mode = force_generic_plan');
  await ask(`PREPARE ${name} AS ${text}`);
  const [prepared] = await ask<{ parameters: number }>(
    `SELECT cardinality(parameter_types) AS parameters FROM pg_prepared_statements WHERE name = '${name}'`,
  );
  const values = Array.from({ length: prepared!.parameters }, () => 'NULL');
  const parameters = values.length === 0 ? '' : `(${values.join(', ')})`;
  const [explained] = await ask<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
    `EXPLAIN (FORMAT JSON) EXECUTE ${name}${parameters}`,
  );
  await ask(`DEALLOCATE ${name}`);
  return explained!['QUERY PLAN'][0].Plan;
}

/**
 * `isLimited` means that the plan stops when there are enough rows, and that no node in between needs all of them
 * first.
 */
function faultsOf(plan: Plan, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Plan Rows': rows, Plans: inner = [] } = plan;
  const faults = faultsOfReading(plan, isLimited);
  if (plan['Parallel Aware'] || type.startsWith('Gather')) faults.push('starts parallel workers');
  if (!isLimited && rows > MOST_ROWS) faults.push(`expects ${String(rows)} rows of ${table ?? type}`);
  return [...faults, ...inner.flatMap((each) => faultsOf(each, isLimitedIn(plan, each, isLimited)))];
}

function faultsOfReading(plan: Plan, isLimited: boolean): string[] {
  const { 'Node Type': type, 'Relation Name': table } = plan;
  if (table === undefined || !shared.growing.has(table)) return [];
  if (type === 'Seq Scan') return [`reads all of ${table}`];
  const isByIndex = /^Index|^Bitmap Heap/.test(type);
  return isByIndex && !isLimited && !isNarrow(table, plan) ? [`reads what many rows of ${table} share`] : [];
}

const NEEDS_ALL = /^Sort|Aggregate|Hash|SetOp|ModifyTable|WindowAgg|Materialize|Memoize|Recursive/;

function isLimitedIn(plan: Plan, child: Plan, isLimited: boolean): boolean {
  const relation = child['Parent Relationship'];
  // The inner side of a join is read to its end for each row, and so is a subplan.
  if (relation !== 'Outer' && relation !== 'Subquery' && relation !== 'Member') return false;
  return plan['Node Type'] === 'Limit' || (isLimited && !NEEDS_ALL.test(plan['Node Type']));
}

/** True for a column value that few rows share, and for an index of few rows. */
function isNarrow(table: string, plan: Plan): boolean {
  const indexes = plan.Plans?.map((each) => each['Index Name']) ?? [plan['Index Name']];
  if (indexes.some((index = '') => shared.smallIndexes.has(index))) return true;
  const condition = plan['Index Cond'] ?? plan['Recheck Cond'] ?? '';
  const equal = Array.from(
    condition.matchAll(/\(?(?:\w+\.)?"?(\w+)"?\)?(?:::\w+)? (?:=|\?\||@>) /g),
    ([, column = '']) => column,
  );
  return equal.some((column) => !shared.columns.has(`${table}.${column}`));
}

interface Shared {
  /** Tables that have become large. Those with one row for each setting or partition do not grow. */
  readonly growing: ReadonlySet<string>;
  readonly smallIndexes: ReadonlySet<string>;
  /** Columns in which one value occurs in more rows than a statement may read. */
  readonly columns: ReadonlySet<string>;
}

async function sharedColumns(sql: Sql): Promise<Shared> {
  const sizes = await sql.query<{ name: string; kind: string; rows: number }>(SIZES, []);
  const columns = await sql.query<{ column: string }>(COMMON, [MOST_ROWS]);
  const named = (kind: string, isLarge: boolean) =>
    new Set(
      sizes.filter((each) => each.kind === kind && each.rows > MOST_ROWS === isLarge).map(({ name }) => name),
    );
  return {
    growing: named('r', true),
    smallIndexes: named('i', false),
    columns: new Set(columns.map(({ column }) => column)),
  };
}

const SIZES = {
  name: 'test-sizes',
  text: `
    SELECT relname AS name, relkind::text AS kind, reltuples::int AS rows FROM pg_class
    WHERE relkind IN ('r', 'i') AND relnamespace = current_schema()::text::regnamespace`,
};

const COMMON = {
  name: 'test-common',
  text: `
    SELECT s.tablename || '.' || s.attname AS column
    FROM pg_stats s JOIN pg_class c ON c.relname = s.tablename AND c.relnamespace = s.schemaname::regnamespace
    WHERE s.schemaname = current_schema() AND (
      (s.n_distinct > 0 AND c.reltuples / s.n_distinct > $1::int) OR s.most_common_freqs[1] * c.reltuples > $1::int
    )`,
};
