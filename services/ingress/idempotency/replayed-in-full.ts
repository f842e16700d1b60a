import { REPLAYED_HEADER } from '../../shared/command-gateway';
import type { HttpReply } from '../../shared/http/reply';
import { PUSH_RESULT_FIELDS } from '../../../schemas/api/response-shapes';

/**
 * Replays an answer that was recorded before a field existed, with that field as null (IDEM-20). Every other replay is
 * the same byte for byte.
 */
export function replayedInFull(reply: HttpReply): HttpReply {
  if (reply.headers[REPLAYED_HEADER] === undefined || reply.status >= 300) return reply;
  const recorded = JSON.parse(reply.body) as Record<string, unknown>;
  let isWhole = true;
  for (const result of resultsIn(recorded)) {
    for (const field of PUSH_RESULT_FIELDS) {
      if (field in result) continue;
      result[field] = null;
      isWhole = false;
    }
  }
  return isWhole ? reply : { ...reply, body: JSON.stringify(recorded) };
}

/** The results of a batch, without those of failed items; else the answer itself. */
function resultsIn(recorded: Record<string, unknown>): Record<string, unknown>[] {
  const { results } = recorded;
  if (!Array.isArray(results)) return [recorded];
  return (results as BatchItem[]).flatMap(({ result }) => (result === null ? [] : [result]));
}

interface BatchItem {
  readonly result: Record<string, unknown> | null;
}
