import { isId } from '../../schemas/ids';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { ErrorCode } from '../../schemas/api/errors';
import { errorReply, validationReply } from '../shared/http/errors';
import type { HttpReply } from '../shared/http/reply';
import type { Handler, HttpRequest } from '../shared/http/route';
import { readPathParameter } from '../shared/requests/path-parameter';

/** Reads the business id from the path. The handler finds out whether the business exists. */
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

/** The 404 for something that a business does not have. An unknown business is named first (OPER-11). */
export async function notFoundIn(sql: Sql, businessId: string, code: ErrorCode): Promise<HttpReply> {
  return errorReply((await isBusiness(sql, businessId)) ? code : 'business.not_found');
}

export async function isBusiness(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query(FIND_BUSINESS, [id])).length > 0;
}

const FIND_BUSINESS = { name: 'console-business-there', text: 'SELECT 1 FROM businesses WHERE id = $1' };
