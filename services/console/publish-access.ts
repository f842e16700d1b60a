import type { Sql } from '../../streams/runtime/postgres/database';
import type { Logger } from '../../streams/runtime/logger';
import type { AccessCache, BusinessAccess } from '../shared/access-cache';
import type { Handler } from '../shared/http/route';

/**
 * Publishes a change of access to every instance before the operator gets the answer (OPER-7). While Redis is down, no
 * instance uses a copy that would have to be corrected. If Redis returns with an old copy, that copy expires by itself.
 */
export function publishingAccess(sql: Sql, cache: AccessCache, logger: Logger): (change: Handler) => Handler {
  return (change) => async (request) => {
    const reply = await change(request);
    if (reply.status === 200) {
      const [business] = await sql.query<BusinessAccess>(FIND_ACCESS, [request.rawParameters['id']]);
      if (business !== undefined) {
        await cache.publish(business).catch((error: unknown) => {
          logger.warn(
            { error, business_id: business.businessId },
            'settings could not be published to Redis',
          );
        });
      }
    }
    return reply;
  };
}

const FIND_ACCESS = {
  name: 'console-access',
  text: `
    SELECT id AS "businessId", active, requests_per_second AS "requestsPerSecond", burst, version
    FROM businesses WHERE id = $1`,
};
