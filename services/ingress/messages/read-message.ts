import { isId } from '../../../schemas/ids';
import type { Sql } from '../../../streams/runtime/database';
import { errorReply, validationReply } from '../../shared/http/errors';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import { readPathParameter } from '../../shared/requests/path-parameter';
import type { Caller } from '../access/admit';
import { messageView, SELECT_MESSAGES, type MessageRow } from './message-view';

/** `GET /api/v1/messages/{public_id}`. Another business's message looks like none. */
export function readMessage(sql: Sql) {
  return async (request: HttpRequest, { businessId }: Caller): Promise<HttpReply> => {
    const id = readPathParameter(request, 'public_id');
    if (!id.ok) return validationReply([id.fault]);
    if (!isId('msg', id.value)) return errorReply('message.not_found');
    const [row] = await sql.query<MessageRow>(FIND_MESSAGE, [businessId, id.value]);
    if (row === undefined) return errorReply('message.not_found');
    return jsonReply(200, await messageView(sql, businessId, row));
  };
}

const FIND_MESSAGE = {
  name: 'ingress-message',
  text: `${SELECT_MESSAGES} WHERE m.business_id = $1 AND m.id = $2`,
};
