import { isId } from '../../schemas/ids';
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
