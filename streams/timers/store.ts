import type { Sql } from '../runtime/postgres/database';
import type { DueTimer } from './decide';

/** What the timers read. They write nothing: the ledger removes a row when it applies its command. */
export interface TimerStore {
  /** For each of these partitions the rows due before then, earliest first, so many at most. */
  readDue(partitions: readonly number[], untilMs: number, limit: number): Promise<Map<number, DueTimer[]>>;
  /** Those of the fired timers that stand in the table as they were. */
  readUnapplied(fired: readonly DueTimer[]): Promise<DueTimer[]>;
}

export function createTimerStore(sql: Sql): TimerStore {
  return {
    async readDue(partitions, untilMs, limit) {
      const rows = await sql.query<Row & { partition: number }>(DUE, [partitions, new Date(untilMs), limit]);
      const found = new Map<number, DueTimer[]>(partitions.map((partition) => [partition, []]));
      for (const { partition, ...row } of rows) found.get(partition)?.push(timerOf(row));
      return found;
    },
    async readUnapplied(fired) {
      const rows = await sql.query<{ place: number }>(UNAPPLIED, [
        fired.map(({ businessId }) => businessId),
        fired.map(({ subjectId }) => subjectId),
        fired.map(({ kind }) => kind),
        fired.map(({ dueAtMs }) => new Date(dueAtMs)),
      ]);
      return rows.map(({ place }) => fired[place - 1]!);
    },
  };
}

interface Row extends Omit<DueTimer, 'dueAtMs'> {
  readonly dueAt: Date;
}

function timerOf({ dueAt, ...timer }: Row): DueTimer {
  return { ...timer, dueAtMs: dueAt.getTime() };
}

const COLUMNS = `t.business_id AS "businessId", t.subject_id AS "subjectId", t.kind, t.due_at AS "dueAt"`;

/** What an operator has to look at first is not fired again. */
const NOT_PARKED = 't.parked_due_at IS DISTINCT FROM t.due_at';

/** By the index on partition and moment, whatever the number of rows that are not due. */
const DUE = {
  name: 'timers-read-due',
  text: `
    SELECT t.partition, ${COLUMNS}
    FROM unnest($1::int[]) AS owned (partition)
    CROSS JOIN LATERAL (
      SELECT * FROM timers t WHERE t.partition = owned.partition AND due_at < $2 AND ${NOT_PARKED}
      ORDER BY due_at LIMIT $3
    ) t
    ORDER BY t.partition, t.due_at`,
};

/** Told by their places in the list: in a storm it is asked many times a second. */
const UNAPPLIED = {
  name: 'timers-read-unapplied',
  text: `
    SELECT fired.place
    FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
      AS fired (business_id, subject_id, kind, due_at, place)
    JOIN timers t USING (business_id, subject_id, kind, due_at)
    WHERE ${NOT_PARKED}`,
};
