import type { Sql } from '../runtime/postgres/database';
import type { DueTimer } from './decide';

/** What the timers processor reads. It writes nothing: the ledger deletes a row when it applies the command. */
export interface TimerStore {
  /** For each of these partitions at most `limit` rows due before `untilMs`, earliest first. */
  readDue(partitions: readonly number[], untilMs: number, limit: number): Promise<Map<number, DueTimer[]>>;
  /** The fired timers that are still in the table with the same due time. */
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

/** A timer whose command is parked is not fired again until an operator replays the dead letter (HAZ-22). */
const NOT_PARKED = 't.parked_due_at IS DISTINCT FROM t.due_at';

/** Uses the index on partition and due time, so the number of rows that are not due does not matter. */
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

/** Returns places in the list instead of rows, because in a storm this query runs many times a second. */
const UNAPPLIED = {
  name: 'timers-read-unapplied',
  text: `
    SELECT fired.place
    FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
      AS fired (business_id, subject_id, kind, due_at, place)
    JOIN timers t USING (business_id, subject_id, kind, due_at)
    WHERE ${NOT_PARKED}`,
};
