import { derivedId } from '../../schemas/ids';

/** Far enough apart that no two items of a batch bring about the same id. */
const IDS_PER_ITEM = 1 << 16;

/** Every item of a batch counts as a command of its own, so that it names its own message, sends and events. */
export function batchItemId(commandId: string, index: number): string {
  return derivedId('cmd', commandId, (index + 1) * IDS_PER_ITEM);
}

/** Specification 2.6, and 4: an item that failed carries a code for programs and one line for people. */
export function failedItem(index: number, error_code: string, detail: string): object {
  return { index, ok: false, result: null, error_code, detail };
}
