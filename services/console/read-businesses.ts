import { isId } from '../../schemas/ids';
import type { Sql } from '../../streams/runtime/database';
import { errorReply, validationReply } from '../shared/http/errors';
import { jsonReply } from '../shared/http/reply';
import type { Handler } from '../shared/http/route';
import { onBusiness } from './businesses';

/** `GET /admin/v1/businesses`, newest first. */
export function listBusinesses(sql: Sql): Handler {
  return async ({ rawQuery }) => {
    const cursor = new URLSearchParams(rawQuery).get('cursor');
    if (cursor !== null && !isId('biz', cursor)) {
      const msg = 'Value error, not a cursor of this list';
      return validationReply([{ type: 'value_error', loc: ['query', 'cursor'], msg, input: cursor }]);
    }
    const rows = await sql.query<BusinessRow>(LIST, [cursor, PAGE_SIZE + 1]);
    const items = rows.slice(0, PAGE_SIZE).map(businessView);
    const next_cursor = rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null;
    return jsonReply(200, { items, next_cursor });
  };
}

/** `GET /admin/v1/businesses/{id}`. */
export function readBusiness(sql: Sql): Handler {
  return onBusiness(async (_request, businessId) => {
    const [row] = await sql.query<BusinessRow>(FIND, [businessId]);
    return row === undefined ? errorReply('business.not_found') : jsonReply(200, businessView(row));
  });
}

interface BusinessRow {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly sending_paused: boolean;
  readonly low_balance_threshold: number;
  readonly balance: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The same fields as the ledger's answer to a change. */
function businessView(row: BusinessRow) {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

const PAGE_SIZE = 200;
const COLUMNS = 'id, name, active, sending_paused, low_balance_threshold, balance, created_at, updated_at';

const LIST = {
  name: 'console-businesses',
  text: `
    SELECT ${COLUMNS} FROM businesses
    WHERE $1::text IS NULL OR id < $1
    ORDER BY id DESC LIMIT $2`,
};
const FIND = { name: 'console-business', text: `SELECT ${COLUMNS} FROM businesses WHERE id = $1` };
