import type { Sql } from '../postgres/database';

/** A parked command: it could not be applied, and an operator can read why and replay it. */
export interface DeadLetter {
  readonly id: string;
  readonly partition: number;
  readonly offset: number;
  /** Null if the record could not be decoded. */
  readonly commandId: string | null;
  readonly businessId: string | null;
  readonly reason: 'undecodable' | 'unstorable' | 'defect';
  /** What went wrong, without any text of the command. */
  readonly error: string;
  readonly payload: Buffer;
  readonly parkedAt: Date;
}

/** `people` are keyed hashes of the people in the command. An erasure of one of them deletes the dead letter. */
export async function park(sql: Sql, deadLetter: DeadLetter, people: readonly string[]): Promise<void> {
  await sql.query(PARK, [
    deadLetter.id,
    deadLetter.partition,
    deadLetter.offset,
    deadLetter.commandId,
    deadLetter.businessId,
    deadLetter.reason,
    deadLetter.error,
    deadLetter.payload,
    deadLetter.parkedAt,
    JSON.stringify(people),
  ]);
}

const PARK = {
  name: 'dead-letters-park',
  text: `
    INSERT INTO dead_letters (id, partition, log_offset, command_id, business_id, reason, error, payload, parked_at, people)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT DO NOTHING`,
};
