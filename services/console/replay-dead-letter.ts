import type { Command } from '../../schemas/generated/command';
import { isId } from '../../schemas/ids';
import type { Codec } from '../../streams/runtime/kafka/codec';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { Clock } from '../shared/clock';
import type { CommandRepeater } from '../shared/command-gateway';
import type { ErrorCode } from '../../schemas/api/errors';
import { errorReply, validationReply } from '../shared/http/errors';
import { jsonReply } from '../shared/http/reply';
import type { Handler } from '../shared/http/route';
import { readPathParameter } from '../shared/requests/path-parameter';
import { findLetter, type FoundLetter } from './stored-letters';

/** What it takes to list and replay dead letters. */
export interface ReplayDependencies {
  readonly sql: Sql;
  readonly codec: Codec;
  readonly gateway: CommandRepeater;
  readonly clock: Clock;
}

/** As long as an Idempotency-Key is remembered. Until then a replay after the merchant's own retry gets its answer. */
const REPLAYABLE_MS = 24 * 60 * 60 * 1_000;

/**
 * `POST /admin/v1/dead-letters/{id}/replay`: puts the command back into the log under its own id, so it is applied once
 * however often it is in the log (OPER-17). The answer has the ledger's status. A second failure is a new dead letter.
 */
export function replayDeadLetter(deps: ReplayDependencies): Handler {
  const { sql, gateway, clock } = deps;
  return async (request) => {
    const id = readPathParameter(request, 'id');
    if (!id.ok) return validationReply([id.fault]);
    const letter = isId('dlq', id.value) ? await findLetter(deps, id.value) : undefined;
    if (letter === undefined) return errorReply('dead_letter.not_found');
    const { command } = letter;
    if (command === null) return errorReply('dead_letter.unreadable');
    const now = clock.now();
    const refusal = await refusalOf(sql, letter, command, now);
    if (refusal !== null) return errorReply(refusal);

    const moments = [new Date(now), new Date(now - HELD_MS)];
    const taken = await sql.query(TAKE, [letter.id, command.command_id, ...moments]);
    if (taken.length === 0) return errorReply('dead_letter.already_replayed');
    try {
      const { status } = await gateway.again(request, command);
      const replayedAt = new Date(now);
      await sql.query(REPLAYED, [letter.id, replayedAt]);
      return jsonReply(200, { id: letter.id, replayed_at: replayedAt.toISOString(), status_code: status });
    } catch (error) {
      // It may have been written to the log, but under its own id it can be written again.
      await sql.query(GIVE_BACK, [letter.id]);
      throw error;
    }
  };
}

async function refusalOf(
  sql: Sql,
  { parkedAt, replayedAt, isBeingErased }: FoundLetter,
  command: Command,
  now: number,
): Promise<ErrorCode | null> {
  if (replayedAt !== null) return 'dead_letter.already_replayed';
  // An erasure that has begun must be finished, however late (OPER-18).
  const expires = !('EraseChunk' in command.body);
  if (expires && now - parkedAt.getTime() > REPLAYABLE_MS) return 'dead_letter.expired';
  if (isBeingErased) return 'dead_letter.person_erased';
  const subject = subjectOf(command);
  if (subject === null) return null;
  const there = await sql.query(THERE[subject.table], [command.business_id, subject.id]);
  return there.length === 0 ? 'dead_letter.person_erased' : null;
}

/**
 * The row that the command needs and that an erasure removes. A dead letter that contains the address itself is erased
 * with the person.
 */
function subjectOf({ body }: Command): { table: keyof typeof THERE; id: string } | null {
  const [fields] = Object.values(body) as { send_id?: string; recipient_id?: string | null }[];
  if (fields?.send_id !== undefined) return { table: 'sends', id: fields.send_id };
  if (typeof fields?.recipient_id === 'string') return { table: 'recipients', id: fields.recipient_id };
  if (!('FireTimer' in body) || !isId('snd', body.FireTimer.subject_id)) return null;
  return { table: 'sends', id: body.FireTimer.subject_id };
}

/**
 * Longer than any request waits. If the console dies during a replay, the dead letter is free again after this time.
 */
const HELD_MS = 60_000;

/**
 * Takes the dead letter and deletes the refusal that was stored when its command was parked, because the ledger would
 * repeat that refusal. A stored success stays: an earlier replay was applied after its request had timed out.
 */
const TAKE = {
  name: 'console-take-dead-letter',
  text: `
    WITH taken AS (
      UPDATE dead_letters SET taken_at = $3
      WHERE id = $1 AND replayed_at IS NULL AND (taken_at IS NULL OR taken_at < $4)
      RETURNING id
    ), unanswered AS (
      DELETE FROM command_outcomes WHERE command_id = $2 AND status >= 400 AND EXISTS (SELECT FROM taken)
    )
    SELECT id FROM taken`,
};

const REPLAYED = {
  name: 'console-dead-letter-replayed',
  text: 'UPDATE dead_letters SET replayed_at = $2 WHERE id = $1',
};

const GIVE_BACK = {
  name: 'console-give-back-dead-letter',
  text: 'UPDATE dead_letters SET taken_at = NULL WHERE id = $1',
};

/** An erasure removes the recipient first and the sends later, so a send counts only together with its recipient. */
const THERE = {
  sends: {
    name: 'console-send-there',
    text: `
      SELECT 1 FROM sends s JOIN recipients r ON r.business_id = s.business_id AND r.id = s.recipient_id
      WHERE s.business_id = $1 AND s.id = $2`,
  },
  recipients: {
    name: 'console-recipient-there',
    text: 'SELECT 1 FROM recipients WHERE business_id = $1 AND id = $2',
  },
};
