import type { Answer } from '../../runtime/commands/command-processor';
import type { CommandOutcome, IdempotencyRecord } from '../answers/tables';
import type { RowsToErase } from '../erasure/rows-to-erase';
import { recordKey } from './row-keys';
import type { Rows } from './rows';
import { tables, type RemovedById, type TableName } from './tables';

type RowsOf<Table> = Table extends { newRows(): infer Held } ? Held : never;

/** The rows of each table of the ledger, under the name that the table has in `tables`. */
type RowsByTable = { readonly [Name in keyof typeof tables]: RowsOf<(typeof tables)[Name]> };

interface HeldRows {
  /** The rows of a table by its name, for work on all tables. */
  rowsOf(name: TableName): Rows<object>;
}

const EveryTable = class {
  constructor() {
    for (const [name, table] of Object.entries(tables)) Object.assign(this, { [name]: table.newRows() });
  }

  rowsOf(name: TableName): Rows<object> {
    return (this as unknown as Record<TableName, Rows<object>>)[name];
  }
} as new () => RowsByTable & HeldRows;

/**
 * The rows that the commands of a micro-batch need, and what the commands made of them. Each command sees what earlier
 * commands of the batch decided.
 */
export class WorkingSet extends EveryTable {
  /** Outcomes by command id: those stored before this batch, and those of the batch itself. */
  readonly answers = new Map<string, Answer>();
  /** What the next step of each erasure in the batch removes. */
  readonly toErase = new Map<string, RowsToErase>();
  /** Rows that are removed by id, without being read. */
  readonly gone = new Map<RemovedById, { readonly businessIds: string[]; readonly ids: string[] }>();
  /** Whom a text concerns, by number, number of ours and channel. */
  readonly holders = new Map<string, readonly { businessId: string; recipientId: string | null }[]>();
  /** Names of businesses that have one of our numbers to themselves, by number. */
  readonly ownersOf = new Map<string, string>();

  idempotencyRecord(businessId: string, keyHash: Buffer): IdempotencyRecord | undefined {
    return this.idempotencyRecords.get(recordKey({ businessId, keyHash }));
  }

  /** Stores an outcome that spends its key: from now on a repeat of the request gets it. */
  spend(record: IdempotencyRecord): void {
    this.idempotencyRecords.save(record);
    this.answers.set(record.commandId, { status: record.status, body: record.body, replayed: false });
  }

  /** Stores that work on the request has begun. Until a later command completes it, a twin gets 409 (IDEM-6). */
  begin(record: IdempotencyRecord): void {
    this.idempotencyRecords.save(record);
  }

  forget(table: RemovedById, rows: readonly { readonly businessId: string; readonly id: string }[]): void {
    const { businessIds, ids } = this.gone.get(table) ?? { businessIds: [], ids: [] };
    for (const { businessId, id } of rows) {
      businessIds.push(businessId);
      ids.push(id);
    }
    if (ids.length > 0) this.gone.set(table, { businessIds, ids });
  }

  /** Stores the outcome of a command that spends no key. */
  answer(outcome: CommandOutcome): void {
    this.commandOutcomes.save(outcome);
    this.answers.set(outcome.commandId, outcome);
  }
}
