import type { Sql } from '../postgres/database';

/** A command that could not be applied, kept with its reason for an operator to look at and to replay. */
export interface DeadLetter {
  readonly id: string;
  readonly partition: number;
  readonly offset: number;
  /** Null where the record could not even be read. */
  readonly commandId: string | null;
  readonly businessId: string | null;
  readonly reason: 'undecodable' | 'unstorable' | 'defect';
  /** What went wrong, in words that hold nothing of the command's text. */
  readonly error: string;
  readonly payload: Buffer;
  readonly parkedAt: Date;
}

/** `people`: keyed hashes of those whom it names, so that it goes when they do. */
export async function park(sql: Sql, letter: DeadLetter, people: readonly string[]): Promise<void> {
  await sql.query(PARK, [
    letter.id,
    letter.partition,
    letter.offset,
    letter.commandId,
    letter.businessId,
    letter.reason,
    letter.error,
    letter.payload,
    letter.parkedAt,
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
