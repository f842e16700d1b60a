import { isId } from '../../../schemas/ids';
import type { Sql } from '../../../streams/runtime/postgres/database';
import { errorReply } from '../../shared/http/errors';
import { jsonReply } from '../../shared/http/reply';
import type { Caller } from '../access/admit';
import { ignoringQuery } from '../../shared/requests/ignored-query';
import { onPath, pathParameter } from '../requests/on-path';
import { messageView, SELECT_MESSAGES, type MessageRow } from './message-view';

/** `GET /api/v1/messages/{public_id}`. A message of another business is not found (ERR-11). */
export function readMessage(sql: Sql) {
  const read = ignoringQuery(async (_request, { businessId }: Caller, id: string) => {
    if (!isId('msg', id)) return errorReply('message.not_found');
    const [row] = await sql.query<MessageRow>(FIND_MESSAGE, [businessId, id]);
    if (row === undefined) return errorReply('message.not_found');
    return jsonReply(200, await messageView(sql, businessId, row));
  });
  return onPath(pathParameter('public_id'), read);
}

const FIND_MESSAGE = {
  name: 'ingress-message',
  text: `${SELECT_MESSAGES} WHERE m.business_id = $1 AND m.id = $2`,
};
