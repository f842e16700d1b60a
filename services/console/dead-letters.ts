import { validationReply } from '../shared/http/errors';
import { jsonReply } from '../shared/http/reply';
import type { Handler, Route } from '../shared/http/route';
import { pageOf, readCursor, ROWS_FOR_A_PAGE } from './paging';
import { replayDeadLetter, type ReplayDependencies } from './replay-dead-letter';
import { readLetters, type StoredLetter } from './stored-letters';

/** D15, the row of dead letters. */
export function deadLetterRoutes(deps: ReplayDependencies): Route[] {
  return [
    { method: 'GET', path: '/admin/v1/dead-letters', handle: listDeadLetters(deps) },
    { method: 'POST', path: '/admin/v1/dead-letters/:id/replay', handle: replayDeadLetter(deps) },
  ];
}

/** Newest first. What a command says is not shown, for it names people: its kind and the reason are enough to act on. */
export function listDeadLetters(deps: Pick<ReplayDependencies, 'sql' | 'codec'>): Handler {
  return async ({ rawQuery }) => {
    const before = readCursor('dlq', rawQuery);
    if (!before.ok) return validationReply([before.fault]);
    return jsonReply(200, pageOf(await readLetters(deps, before.id, ROWS_FOR_A_PAGE), letterView));
  };
}

function letterView(letter: StoredLetter): object {
  return {
    id: letter.id,
    reason: letter.reason,
    error: letter.error,
    command: letter.command === null ? null : Object.keys(letter.command.body)[0],
    command_id: letter.commandId,
    business_id: letter.businessId,
    partition: letter.partition,
    offset: letter.offset,
    parked_at: letter.parkedAt.toISOString(),
    replayed_at: letter.replayedAt?.toISOString() ?? null,
  };
}
