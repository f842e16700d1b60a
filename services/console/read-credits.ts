import type { CreditEntry } from '../../streams/ledger/accounts/tables';
import type { Sql } from '../../streams/runtime/postgres/database';
import { errorReply, validationReply } from '../shared/http/errors';
import { jsonReply } from '../shared/http/reply';
import type { Handler } from '../shared/http/route';
import { onBusiness } from './on-business';
import { pageOf, readCursor, ROWS_FOR_A_PAGE } from './paging';

/** `GET /admin/v1/businesses/{id}/credits`: the balance, and the entries that add up to it, newest first. */
export function readCredits(sql: Sql): Handler {
  return onBusiness(async ({ rawQuery }, businessId) => {
    const before = readCursor('crd', rawQuery);
    if (!before.ok) return validationReply([before.fault]);
    const rows = await sql.query<Row>(ENTRIES, [businessId, before.id, ROWS_FOR_A_PAGE]);
    const [first] = rows;
    if (first === undefined) return errorReply('business.not_found');
    return jsonReply(200, { balance: first.balance_now, ...pageOf(rows.filter(isEntry), entryView) });
  });
}

/** The largest `bigint` of Postgres. */
const NEWER_THAN_ALL = '9223372036854775807';

interface Entry extends Pick<CreditEntry, 'id' | 'kind' | 'amount' | 'balance' | 'note'> {
  readonly send_id: string | null;
  readonly created_at: Date;
}

type Row = { readonly balance_now: number } & (Entry | { readonly id: null });

function isEntry(row: Row): row is Row & Entry {
  return row.id !== null;
}

function entryView({ id, kind, amount, balance, send_id, note, created_at }: Entry): object {
  return { id, kind, amount, balance, send_id, note, created_at: created_at.toISOString() };
}

/**
 * One statement, so that balance and entries belong to the same moment. A business without entries gives one row of
 * nulls, an unknown business gives no row. `$2` is the cursor, the id of the last entry on the previous page.
 */
const ENTRIES = {
  name: 'console-credit-entries',
  text: `
    SELECT b.balance AS balance_now, e.*
    FROM businesses b
    LEFT JOIN LATERAL (
      SELECT id, kind, amount, balance, send_id, note, created_at, position
      FROM credit_entries
      WHERE business_id = b.id AND position < coalesce(
        (SELECT position FROM credit_entries WHERE business_id = b.id AND id = $2), ${NEWER_THAN_ALL}
      )
      ORDER BY position DESC LIMIT $3
    ) e ON true
    WHERE b.id = $1
    ORDER BY e.position DESC`,
};
