import type { Sql } from '../../streams/runtime/database';
import { fingerprintApiKey } from '../shared/requests/api-keys';
import { bearerToken } from '../shared/http/bearer-token';
import { errorReply } from '../shared/http/errors';
import type { Reply } from '../shared/http/reply';
import type { Handler, HttpRequest } from '../shared/http/route';

/** Who asks. */
export interface Caller {
  readonly businessId: string;
}

/** Runs the handler for callers with a valid key of an active business, and answers all others. */
export function authenticated(
  sql: Sql,
  handle: (request: HttpRequest, caller: Caller) => Promise<Reply>,
): Handler {
  return async (request) => {
    const found = await findBusiness(sql, bearerToken(request.headers));
    if (found === undefined) {
      return errorReply('business.invalid_api_key', { 'WWW-Authenticate': 'Bearer' });
    }
    const { businessId, active } = found;
    request.note({ business_id: businessId });
    return active ? handle(request, { businessId }) : errorReply('business.inactive');
  };
}

interface KeyOwner {
  readonly businessId: string;
  readonly active: boolean;
}

/** Asked of Postgres every time: a revoked key must not work for one more request on any instance. */
async function findBusiness(sql: Sql, key: string | undefined): Promise<KeyOwner | undefined> {
  const sha256 = key === undefined ? undefined : fingerprintApiKey(key);
  if (sha256 === undefined) return undefined;
  const [owner] = await sql.query<KeyOwner>(FIND_OWNER, [sha256]);
  return owner;
}

const FIND_OWNER = {
  name: 'ingress-key-owner',
  text: `
    SELECT b.id AS "businessId", b.active
    FROM api_keys k JOIN businesses b ON b.id = k.business_id
    WHERE k.sha256 = $1 AND k.revoked_at IS NULL`,
};
