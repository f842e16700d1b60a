import { idAboveAll, isId, type IdPrefix } from '../../schemas/ids';
import type { Fault } from '../../schemas/api/errors';

/** The size of a page and one row more, which shows that there is another page (OPER-10). */
export const ROWS_FOR_A_PAGE = 201;
const PAGE_SIZE = ROWS_FOR_A_PAGE - 1;

/** The id below which the page begins, or what is wrong with the cursor. */
export type Before =
  { readonly ok: true; readonly id: string } | { readonly ok: false; readonly fault: Fault };

/** Reads the cursor of a list. Without one the list begins with the newest item. */
export function readCursor(prefix: IdPrefix, rawQuery: string): Before {
  const cursor = new URLSearchParams(rawQuery).get('cursor');
  if (cursor === null) return { ok: true, id: idAboveAll(prefix) };
  if (isId(prefix, cursor)) return { ok: true, id: cursor };
  const msg = 'Value error, not a cursor of this list';
  return { ok: false, fault: { type: 'value_error', loc: ['query', 'cursor'], msg, input: cursor } };
}

export function pageOf<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  view: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const page = rows.slice(0, PAGE_SIZE);
  return {
    items: page.map(view),
    next_cursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}
