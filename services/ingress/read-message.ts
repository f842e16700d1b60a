import { isId } from '../../schemas/ids';
import type { Sql } from '../../streams/runtime/database';
import { errorReply, validationReply } from '../shared/http/errors';
import { jsonReply, type Reply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import { readPathParameter } from '../shared/requests/path-parameter';
import type { Caller } from './authenticate';
import { messageView, type MessageRow } from './message-view';

/** `GET /api/v1/messages/{public_id}`. Another business's message looks like none. */
export function readMessage(sql: Sql) {
  return async (request: HttpRequest, { businessId }: Caller): Promise<Reply> => {
    const id = readPathParameter(request, 'public_id');
    if (!id.ok) return validationReply([id.fault]);
    if (!isId('msg', id.value)) return errorReply('message.not_found');
    const [row] = await sql.query<MessageRow>(FIND_MESSAGE, [businessId, id.value]);
    return row === undefined ? errorReply('message.not_found') : jsonReply(200, messageView(row));
  };
}

const FIND_MESSAGE = {
  name: 'ingress-message',
  text: `
    SELECT m.id, r.email AS recipient_email, m.subject, m.body, m.kind, m.status, m.nudged, m.created_at, m.updated_at,
      s.skipped_reason, s.updated_at AS skipped_at
    FROM messages m
    JOIN recipients r ON r.business_id = m.business_id AND r.id = m.recipient_id
    LEFT JOIN LATERAL (
      SELECT skipped_reason, updated_at FROM sends
      WHERE business_id = m.business_id AND message_id = m.id AND channel = 'email'
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) s ON true
    WHERE m.business_id = $1 AND m.id = $2`,
};
