import { isId } from '../../schemas/ids';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { ErrorCode } from '../../schemas/api/errors';
import { errorReply, validationReply } from '../shared/http/errors';
import type { HttpReply } from '../shared/http/reply';
import type { Handler, HttpRequest } from '../shared/http/route';
import { readPathParameter } from '../shared/requests/path-parameter';

/** For what is done to one business. Whether it exists is for the ledger or the database to say. */
export function onBusiness(
  handle: (request: HttpRequest, businessId: string) => Promise<HttpReply>,
): Handler {
  return async (request) => {
    const id = readPathParameter(request, 'id');
    if (!id.ok) return validationReply([id.fault]);
    if (!isId('biz', id.value)) return errorReply('business.not_found');
    request.note({ business_id: id.value });
    return handle(request, id.value);
  };
}

/** For what a business does not have: that there is no such business comes first, for then the id to mend is that one. */
export async function notFoundIn(sql: Sql, businessId: string, code: ErrorCode): Promise<HttpReply> {
  return errorReply((await isBusiness(sql, businessId)) ? code : 'business.not_found');
}

export async function isBusiness(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query(FIND_BUSINESS, [id])).length > 0;
}

const FIND_BUSINESS = { name: 'console-business-there', text: 'SELECT 1 FROM businesses WHERE id = $1' };
