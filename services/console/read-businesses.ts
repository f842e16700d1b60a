import { businessView } from '../../streams/ledger/accounts/settings';
import { businesses, type Business } from '../../streams/ledger/accounts/tables';
import type { Sql } from '../../streams/runtime/postgres/database';
import { errorReply, validationReply } from '../shared/http/errors';
import { jsonReply } from '../shared/http/reply';
import type { Handler } from '../shared/http/route';
import { readQuery } from '../shared/requests/query';
import { nullable, text } from '../../schemas/values/fields';
import { onBusiness } from './on-business';
import { pageOf, readCursor, ROWS_FOR_A_PAGE } from './paging';

/** `GET /admin/v1/businesses`, newest first. `name` finds businesses whose name contains it, in any case. */
export function listBusinesses(sql: Sql): Handler {
  return async ({ rawQuery }) => {
    const before = readCursor('biz', rawQuery);
    if (!before.ok) return validationReply([before.fault]);
    const read = readQuery(rawQuery, { name: nullable(text()) });
    if (!read.ok) return validationReply(read.faults);
    const rows = await sql.query<Business>(LIST, [before.id, ROWS_FOR_A_PAGE, read.values.name ?? '']);
    return jsonReply(200, pageOf(rows, businessView));
  };
}

/**
 * `GET /admin/v1/businesses/{id}`. It uses the ledger's view, so that it has the same fields as the answer to a change.
 */
export function readBusiness(sql: Sql): Handler {
  return onBusiness(async (_request, businessId) => {
    const [business] = await sql.query<Business>(FIND, [businessId]);
    return business === undefined ? errorReply('business.not_found') : jsonReply(200, businessView(business));
  });
}

/** Without a search, `$3` is the empty text, which every name contains. */
const LIST = {
  name: 'console-businesses',
  text: `
    SELECT ${businesses.select('b')} FROM businesses b
    WHERE b.id < $1 AND strpos(lower(b.name), lower($3)) > 0
    ORDER BY b.id DESC LIMIT $2`,
};
const FIND = {
  name: 'console-business',
  text: `SELECT ${businesses.select('b')} FROM businesses b WHERE b.id = $1`,
};
