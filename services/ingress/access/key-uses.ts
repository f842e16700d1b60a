import type { Sql } from '../../../streams/runtime/postgres/database';
import type { Clock } from '../../shared/clock';

/** When each key was last used, written now and then: a write per request would cost more than most requests. */
export interface KeyUses {
  note(keyId: string): void;
  flush(): Promise<void>;
}

export function createKeyUses(sql: Sql, clock: Clock): KeyUses {
  let uses = new Map<string, number>();
  return {
    note(keyId) {
      uses.set(keyId, clock.now());
    },
    async flush() {
      if (uses.size === 0) return;
      const taken = uses;
      uses = new Map();
      try {
        await sql.query(WRITE_USES, [[...taken.keys()], [...taken.values()].map((at) => new Date(at))]);
      } catch (error) {
        // What was noted meanwhile is the later.
        uses = new Map([...taken, ...uses]);
        throw error;
      }
    },
  };
}

/**
 * Locked in the order of their ids first: two instances that write the same keys would wait for each other otherwise. A use
 * from the future of the database's clock counts as one of now, and one that was stored from there hides none.
 */
const WRITE_USES = {
  name: 'ingress-key-uses',
  text: `
    WITH product AS MATERIALIZED (
      SELECT clock_timestamp() + offset_ms * interval '1 millisecond' AS now FROM clock
    ), used AS MATERIALIZED (
      SELECT k.id, least(noted.at, product.now) AS at, product.now
      FROM api_keys k JOIN unnest($1::text[], $2::timestamptz[]) AS noted (id, at) ON noted.id = k.id, product
      ORDER BY k.id FOR NO KEY UPDATE OF k
    )
    UPDATE api_keys k SET last_used_at = used.at
    FROM used
    WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at OR k.last_used_at > used.now)`,
};
