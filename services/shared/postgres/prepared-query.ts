import { Query, type ClientBase, type Pool } from 'pg';

/** Members of pg's Query, version 8, that its types leave out. */
interface QueryInside {
  name: string;
  _result: Outcome;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleCommandComplete(message: object, connection: Connection): void;
}

interface Outcome extends Columns {
  readonly rows: unknown[];
}

/** How the rows of a statement are parsed. */
interface Columns {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

interface Connection {
  describe(portal: object): void;
}

/** pg needs a query object when queries are sent before earlier ones are answered. */
const OpenQuery = Query as unknown as new (text: string, values: readonly unknown[]) => QueryInside;

/**
 * pg asks for the columns of a prepared statement on each run, and rebuilds their parsers. The columns do not change
 * while the connection lasts (PostgreSQL refuses a statement whose columns changed), so they are asked for once.
 */
class PreparedQuery extends OpenQuery {
  constructor(name: string, text: string, values: readonly unknown[]) {
    super(text, values);
    this.name = name;
  }

  override prepare(connection: Connection): void {
    const { columns, undescribed } = knownOf(connection);
    const known = columns.get(this.name);
    if (known !== undefined) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
    }
    super.prepare(known === undefined ? connection : undescribed);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const { columns } = knownOf(connection);
    if (!columns.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    }
    super.handleCommandComplete(message, connection);
  }
}

/**
 * What is known of a connection: the columns of its statements by name, and a view of it that does not ask for them.
 */
interface Known {
  readonly columns: Map<string, Columns>;
  readonly undescribed: Connection;
}

function knownOf(connection: Connection): Known {
  const known = byConnection.get(connection);
  if (known !== undefined) return known;
  const undescribed = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
  const first = { columns: new Map<string, Columns>(), undescribed };
  byConnection.set(connection, first);
  return first;
}

const byConnection = new WeakMap<Connection, Known>();

export function runPrepared(
  runner: Pool | ClientBase,
  { name, text }: { readonly name: string; readonly text: string },
  values: readonly unknown[],
): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(name, text, values);
    const ask = runner.query.bind(runner) as unknown as Ask;
    ask(query, (error, result) => {
      if (error) reject(error);
      else resolve(result.rows);
    });
  });
}

type Ask = (query: QueryInside, answer: (error: Error | null | undefined, result: Outcome) => void) => void;
