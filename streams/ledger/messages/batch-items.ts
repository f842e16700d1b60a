import type { ErrorBody, ErrorCode } from '../../../schemas/api/errors';
import type { ResponseBody } from '../../../schemas/api/response-shapes';
import { derivedId } from '../../../schemas/ids';

/** Far enough apart that no two items of a batch derive the same id. */
const IDS_PER_ITEM = 1 << 16;

/** Each item counts as a command of its own, so it names its own message, sends and events (IDEM-17). */
export function batchItemId(commandId: string, index: number): string {
  return derivedId('cmd', commandId, (index + 1) * IDS_PER_ITEM);
}

/** A failed item has a code for programs and one line of text for people (MSG-15). */
export function failedItem(
  index: number,
  { error_code, detail: faults }: ErrorBody,
): ResponseBody<'BatchItemResult'> {
  const detail = faults?.map(({ loc, msg }) => `${loc.slice(1).join('.') || 'body'}: ${msg}`).join('; ');
  return { index, ok: false, result: null, error_code, detail: detail ?? WITHOUT_FAULTS[error_code] ?? null };
}

/** Refusals that have no field to name. */
const WITHOUT_FAULTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  'idempotency.key_reused': "Idempotency-Key: This item's key was spent on another body",
  'message.not_found': 'The message is gone',
};
