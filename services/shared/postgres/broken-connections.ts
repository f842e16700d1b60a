import type { ClientBase } from 'pg';
import { setbackOf, sqlState } from '../../../streams/runtime/failures/failures';

/**
 * What Postgres says last on a connection that it ends between two statements, as where a transaction idled for too long. pg
 * answers the next statement only with the fact that the connection is broken.
 */
const reasons = new WeakMap<ClientBase, Error>();

/** Such a connection must not end the process either: the next statement fails and says so. */
export function rememberWhyItBreaks(client: ClientBase): void {
  client.on('error', (error) => {
    if (sqlState(error) !== undefined && !reasons.has(client)) reasons.set(client, error);
  });
}

/** The error itself, or what Postgres said before if the error only says that the connection is broken. */
export function whyItBroke(client: ClientBase | undefined, error: unknown): unknown {
  const isBroken = sqlState(error) === undefined && setbackOf(error) === 'away';
  return (isBroken && client !== undefined ? reasons.get(client) : undefined) ?? error;
}
