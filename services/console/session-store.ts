import type { Sql } from '../../streams/runtime/postgres/database';

/** Who is signed in, for all instances. By hash, so that whoever reads the table cannot use what it holds. */
export interface SessionStore {
  begin(session: { hash: Buffer; expiresAt: Date; now: Date }): Promise<void>;
  isOpen(hashes: readonly Buffer[], now: Date): Promise<boolean>;
  end(hashes: readonly Buffer[]): Promise<void>;
}

/**
 * In Postgres and not in Redis, which may lose what it was told last: a session that has ended must not come back. A
 * request of the page reads one row by its key.
 */
export function createSessionStore(sql: Sql): SessionStore {
  return {
    async begin({ hash, expiresAt, now }) {
      await sql.query(BEGIN, [hash, expiresAt, now]);
    },
    async isOpen(hashes, now) {
      return (await sql.query(IS_OPEN, [hashes, now])).length > 0;
    },
    async end(hashes) {
      await sql.query(END, [hashes]);
    },
  };
}

/** Only a sign-in adds rows, so a sign-in also takes away those that have expired. */
const BEGIN = {
  name: 'console-begin-session',
  text: `
    WITH expired AS (DELETE FROM operator_sessions WHERE expires_at <= $3)
    INSERT INTO operator_sessions (hash, expires_at) VALUES ($1, $2)`,
};

const IS_OPEN = {
  name: 'console-session-open',
  text: 'SELECT 1 FROM operator_sessions WHERE hash = ANY ($1::bytea[]) AND expires_at > $2',
};

const END = {
  name: 'console-end-session',
  text: 'DELETE FROM operator_sessions WHERE hash = ANY ($1::bytea[])',
};
