import type { Sql } from '../../../streams/runtime/postgres/database';
import type { Clock } from '../../shared/clock';

/**
 * Records when each key was last used. Uses are written every few seconds, because a write for each request would cost
 * more than most requests (KEY-17).
 */
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
        // A use that was noted during the write is the later one.
        uses = new Map([...taken, ...uses]);
        throw error;
      }
    },
  };
}

/**
 * Rows are locked in the order of their ids: otherwise two instances that write the same keys could wait for each
 * other. A use ahead of the database's clock is stored as now, and replaces a stored one that is ahead as well.
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
