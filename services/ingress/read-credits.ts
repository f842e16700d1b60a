import type { Sql } from '../../streams/runtime/postgres/database';
import { errorReply } from '../shared/http/errors';
import { jsonReply, type HttpReply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import type { Caller } from './access/admit';

/** `GET /api/v1/credits` (CREDIT-11). */
export function readCredits(sql: Sql) {
  return async (_request: HttpRequest, { businessId }: Caller): Promise<HttpReply> => {
    const [row] = await sql.query<{ balance: number; threshold: number }>(FIND_BALANCE, [businessId]);
    if (row === undefined) return errorReply('business.invalid_api_key');
    const { balance, threshold } = row;
    return jsonReply(200, { balance, low_balance: balance < threshold, threshold });
  };
}

const FIND_BALANCE = {
  name: 'ingress-balance',
  text: 'SELECT balance, low_balance_threshold AS threshold FROM businesses WHERE id = $1',
};
