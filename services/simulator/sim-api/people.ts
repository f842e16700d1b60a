import type { Sql } from '../../../streams/runtime/postgres/database';
import { jsonReply } from '../../shared/http/reply';
import type { Route } from '../../shared/http/route';
import type { Records } from '../records';

/**
 * `GET /sim/people`: the current numbers of people whom somebody wrote to. They are read from the recipients and not
 * from the pushes: a push does not move a number that another recipient holds, and the API can set one without a push.
 */
export function peopleRoute(sql: Sql, records: Records, pushed: PushedAddresses): Route {
  return {
    method: 'GET',
    path: '/sim/people',
    async handle() {
      const emails = new Set([...pushed.all(), ...addressesIn(records.email)]);
      const numbers = new Set([...addressesIn(records.sms), ...addressesIn(records.whatsapp)]);
      const items = await sql.query<{ email: string; number: string }>(HELD, [[...emails], [...numbers]]);
      return jsonReply(200, { items });
    },
  };
}

/** The recipients of pushes from the page. They are kept separately because their emails may never arrive. */
export class PushedAddresses {
  private readonly emails = new Set<string>();

  add(email: string): void {
    this.emails.delete(email);
    this.emails.add(email);
    const [oldest] = this.emails;
    if (this.emails.size > MOST && oldest !== undefined) this.emails.delete(oldest);
  }

  all(): ReadonlySet<string> {
    return this.emails;
  }
}

/** The addresses of the newest submissions. */
function addressesIn(record: Records['email'] | Records['sms'] | Records['whatsapp']): string[] {
  return record
    .submissions(undefined)
    .slice(0, MOST)
    .map(({ to }) => to);
}

const MOST = 1_000;

/** The newest recipient comes first, because a person may have a different number at each business. */
const HELD = {
  name: 'simulator-numbers-held',
  text: `
    SELECT r.email, r.phone AS number FROM (
      SELECT r.* FROM businesses b
      CROSS JOIN LATERAL (SELECT * FROM recipients r WHERE r.business_id = b.id AND r.email = ANY ($1::text[])) r
      UNION
      SELECT r.* FROM recipients r WHERE r.phone = ANY ($2::text[])
    ) r
    WHERE r.phone IS NOT NULL
    ORDER BY r.created_at DESC, r.email`,
};
