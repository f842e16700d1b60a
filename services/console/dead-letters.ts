import { validationReply } from '../shared/http/errors';
import { jsonReply } from '../shared/http/reply';
import type { Handler, Route } from '../shared/http/route';
import { pageOf, readCursor, ROWS_FOR_A_PAGE } from './paging';
import { replayDeadLetter, type ReplayDependencies } from './replay-dead-letter';
import { readLetters, type StoredLetter } from './stored-letters';

/** The calls with which an operator lists dead letters (OPER-16) and replays one (OPER-17). */
export function deadLetterRoutes(deps: ReplayDependencies): Route[] {
  return [
    { method: 'GET', path: '/admin/v1/dead-letters', handle: listDeadLetters(deps) },
    { method: 'POST', path: '/admin/v1/dead-letters/:id/replay', handle: replayDeadLetter(deps) },
  ];
}

/** Shows the kind of a command and the reason, but not its contents, because a command names people (OPER-16). */
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
