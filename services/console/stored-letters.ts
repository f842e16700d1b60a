import type { Command } from '../../schemas/generated/command';
import { topics } from '../../schemas/topics';
import type { Codec } from '../../streams/runtime/kafka/codec';
import type { DeadLetter } from '../../streams/runtime/commands/dead-letters';
import type { Sql } from '../../streams/runtime/postgres/database';
import { unlessAway } from '../../streams/runtime/failures/failures';

/** A dead letter with its command, or with null if its payload cannot be decoded. */
export interface StoredLetter extends DeadLetter {
  readonly replayedAt: Date | null;
  readonly command: Command | null;
}

export interface FoundLetter extends StoredLetter {
  /**
   * An erasure deletes the dead letters that name its person last. Until then, a replay would bring the person back.
   */
  readonly isBeingErased: boolean;
}

interface Sources {
  readonly sql: Sql;
  readonly codec: Codec;
}

/** Reads the dead letters with an id below `before`, newest first. */
export async function readLetters(
  { sql, codec }: Sources,
  before: string,
  limit: number,
): Promise<StoredLetter[]> {
  const rows = await sql.query<Omit<StoredLetter, 'command'>>(LIST, [before, limit]);
  return Promise.all(rows.map((row) => withCommand(codec, row)));
}

export async function findLetter({ sql, codec }: Sources, id: string): Promise<FoundLetter | undefined> {
  const [row] = await sql.query<Omit<FoundLetter, 'command'>>(FIND, [id]);
  return row === undefined ? undefined : withCommand(codec, row);
}

async function withCommand<Row extends DeadLetter>(
  codec: Codec,
  row: Row,
): Promise<Row & { command: Command | null }> {
  const command = await codec.decode(topics.commands, row.payload).catch(unlessAway);
  return { ...row, command: command ?? null };
}

const COLUMNS = `
  id, partition, log_offset AS "offset", command_id AS "commandId", business_id AS "businessId", reason, error, payload,
  parked_at AS "parkedAt", replayed_at AS "replayedAt"`;

const LIST = {
  name: 'console-dead-letters',
  text: `SELECT ${COLUMNS} FROM dead_letters WHERE id < $1 ORDER BY id DESC LIMIT $2`,
};

const FIND = {
  name: 'console-dead-letter',
  text: `
    SELECT ${COLUMNS}, EXISTS (
      SELECT FROM erasures e
      WHERE e.business_id = d.business_id AND e.kind = 'recipient' AND d.people ? encode(e.address_hash, 'base64')
    ) AS "isBeingErased"
    FROM dead_letters d WHERE id = $1`,
};
