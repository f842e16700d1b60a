import { REPLAYED_HEADER } from '../shared/command-gateway';
import type { Reply } from '../shared/http/reply';
import { PUSH_RESULT_FIELDS } from './openapi/response-shapes';

/**
 * A response that was recorded before a field existed replays with that field null (specification 9.5). Every other
 * replay is the same byte for byte.
 */
export function replayedInFull(reply: Reply): Reply {
  if (reply.headers[REPLAYED_HEADER] === undefined || reply.status >= 300) return reply;
  const recorded = JSON.parse(reply.body) as Record<string, unknown>;
  const results = Array.isArray(recorded['results']) ? recorded['results'].map(resultOf) : [recorded];
  const isWhole = results.every((result) => result === null || missingFrom(result).length === 0);
  if (isWhole) return reply;
  for (const result of results) {
    for (const field of result === null ? [] : missingFrom(result)) {
      Object.assign(result ?? {}, { [field]: null });
    }
  }
  return { ...reply, body: JSON.stringify(recorded) };
}

function resultOf(item: unknown): Record<string, unknown> | null {
  return (item as { readonly result: Record<string, unknown> | null }).result;
}

function missingFrom(result: Record<string, unknown>): string[] {
  return PUSH_RESULT_FIELDS.filter((field) => !(field in result));
}
