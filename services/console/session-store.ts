import type { Sql } from '../../streams/runtime/postgres/database';

/**
 * The open sessions, shared by all instances. Only hashes are stored, so a reader of the table cannot use a session.
 */
export interface SessionStore {
  begin(session: { hash: Buffer; expiresAt: Date; now: Date }): Promise<void>;
  isOpen(hashes: readonly Buffer[], now: Date): Promise<boolean>;
  end(hashes: readonly Buffer[]): Promise<void>;
}

/**
 * Sessions are in Postgres, because Redis may lose its latest writes and an ended session must not come back. A request
 * of the page reads one row by its key.
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

/** Only a sign-in adds rows, so a sign-in also deletes the expired ones. */
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
