import type { ClientBase } from 'pg';
import { setbackOf, sqlState } from '../../../streams/runtime/failures/failures';

/**
 * The last error that PostgreSQL sent on a connection before it closed it between two statements, for example because a
 * transaction idled too long. To the next statement, pg reports only that the connection is broken.
 */
const reasons = new WeakMap<ClientBase, Error>();

/** Keeps such a connection from ending the process. The next statement fails and reports the error. */
export function rememberWhyItBreaks(client: ClientBase): void {
  client.on('error', (error) => {
    if (sqlState(error) !== undefined && !reasons.has(client)) reasons.set(client, error);
  });
}

/** The error itself, or what PostgreSQL sent before if the error only says that the connection is broken. */
export function whyItBroke(client: ClientBase | undefined, error: unknown): unknown {
  const isBroken = sqlState(error) === undefined && setbackOf(error) === 'away';
  return (isBroken && client !== undefined ? reasons.get(client) : undefined) ?? error;
}
