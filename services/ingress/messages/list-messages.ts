import { idAboveAll } from '../../../schemas/ids';
import type { Sql } from '../../../streams/runtime/postgres/database';
import { validationReply } from '../../shared/http/errors';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import type { Caller } from '../access/admit';
import { encodeCursor } from '../../../schemas/api/message-cursor';
import { readListQuery } from './list-query';
import { MESSAGE_COLUMNS, messageSummaries, SELECT_MESSAGES, type MessageRow } from './message-view';

/**
 * `GET /api/v1/messages`, newest first. Ids sort by creation, so the primary key gives the order, and the last id of a
 * page is the cursor. A message that arrives later stands before the first page (MSG-19).
 */
export function listMessages(sql: Sql) {
  return async (request: HttpRequest, { businessId }: Caller): Promise<HttpReply> => {
    const read = readListQuery(request.rawQuery);
    if (read.outcome === 'invalid') return validationReply(read.faults);
    const { recipientEmail, limit, afterId } = read.query;
    const values = [businessId, afterId ?? idAboveAll('msg'), limit + 1];
    const rows =
      recipientEmail === null
        ? await sql.query<MessageRow>(LIST, values)
        : await sql.query<MessageRow>(LIST_OF_RECIPIENT, [...values, recipientEmail]);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return jsonReply(200, {
      items: await messageSummaries(sql, businessId, page),
      next_cursor: last === undefined ? null : encodeCursor(last.id),
    });
  };
}

/**
 * The LIMIT makes PostgreSQL look up the recipient of each message. Without it, PostgreSQL may read all recipients of
 * the business for one page.
 */
const LIST = {
  name: 'ingress-list',
  text: `
    SELECT ${MESSAGE_COLUMNS}
    FROM messages m CROSS JOIN LATERAL (
      SELECT email FROM recipients WHERE recipients.business_id = m.business_id AND recipients.id = m.recipient_id LIMIT 1
    ) r
    WHERE m.business_id = $1 AND m.id < $2 ORDER BY m.id DESC LIMIT $3`,
};

const LIST_OF_RECIPIENT = {
  name: 'ingress-list-of-recipient',
  text: `
    ${SELECT_MESSAGES}
    WHERE r.business_id = $1 AND m.business_id = $1 AND r.email = $4 AND m.id < $2 ORDER BY m.id DESC LIMIT $3`,
};
