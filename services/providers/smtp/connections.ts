import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection, { type SMTPConnectionAuth } from 'nodemailer/lib/smtp-connection';
import { failureCode } from '../failure-code';

export interface SmtpConnectionOptions {
  /** `smtp://user:password@host:587` or `smtps://…`; options of the connection may follow as a query. */
  readonly url: string;
  /** Mails under way at once; more wait for their turn. Default 5. */
  readonly maxConnections?: number;
  /** After so many mails a connection is replaced, for servers end long sessions anyway. Default 100. */
  readonly mailsPerConnection?: number;
  /** Default 10 seconds, from the look-up of the name to the end of TLS. */
  readonly connectTimeoutMs?: number;
}

export interface SmtpSession {
  readonly connection: SMTPConnection;
  /** It has carried mail before, so the server may have hung up in the meantime. */
  readonly isReused: boolean;
}

export type TakenSession =
  { readonly ok: true; readonly session: SmtpSession } | { readonly ok: false; readonly detail: string };

export interface SmtpConnections {
  /** A connection that is logged in and nobody else's, until it is given back or dropped. */
  take(signal: AbortSignal): Promise<TakenSession>;
  giveBack(session: SmtpSession): void;
  drop(session: SmtpSession): void;
  close(): void;
}

/**
 * Not the client's own pool: that one queues and re-queues mails where nobody can call them off, and so may send one
 * after its submission was given up.
 */
export function createSmtpConnections(options: SmtpConnectionOptions): SmtpConnections {
  const { maxConnections = 5, mailsPerConnection = 100 } = options;
  const turns = createTurns(maxConnections);
  const idle = new Set<SMTPConnection>();
  const carried = new Map<SMTPConnection, number>();
  let isClosed = false;

  async function open(signal: AbortSignal): Promise<TakenSession> {
    const { connection, auth } = connectionFor(options);
    connection.on('error', () => undefined);
    connection.once('end', () => {
      idle.delete(connection);
      carried.delete(connection);
    });
    carried.set(connection, 0);
    const failure = await connected(connection, auth, signal);
    if (failure === null) return { ok: true, session: { connection, isReused: false } };
    connection.close();
    return { ok: false, detail: signal.aborted ? 'aborted' : failureCode(failure) };
  }

  return {
    async take(signal) {
      if (!(await turns.wait(signal))) return { ok: false, detail: 'aborted' };
      if (isClosed) {
        turns.pass();
        return { ok: false, detail: 'closed' };
      }
      const [connection] = idle;
      if (connection !== undefined) {
        idle.delete(connection);
        return { ok: true, session: { connection, isReused: true } };
      }
      const taken = await open(signal);
      if (!taken.ok) turns.pass();
      return taken;
    },
    giveBack({ connection }) {
      const mails = (carried.get(connection) ?? mailsPerConnection) + 1;
      if (mails < mailsPerConnection && !isClosed) {
        carried.set(connection, mails);
        idle.add(connection);
      } else {
        connection.close();
      }
      turns.pass();
    },
    drop({ connection }) {
      connection.close();
      turns.pass();
    },
    close() {
      isClosed = true;
      for (const connection of carried.keys()) connection.close();
    },
  };
}

/** With a password, TLS is not left to what the server says on an open line. `?requireTLS=false` in the address lifts it. */
function connectionFor({ url, connectTimeoutMs = 10_000 }: SmtpConnectionOptions) {
  const { auth, ...given } = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    requireTLS: auth !== undefined,
    ...given,
    connectionTimeout: connectTimeoutMs,
    // Silence for so long ends a connection, idle or not; a submission may be given up sooner by whoever made it.
    socketTimeout: 120_000,
  });
  return { connection, auth };
}

/** Null once the server takes mail from us, otherwise what was in the way. */
function connected(
  connection: SMTPConnection,
  auth: SMTPConnectionAuth | undefined,
  signal: AbortSignal,
): Promise<Error | null> {
  const abort = () => connection.close();
  signal.addEventListener('abort', abort, { once: true });
  return new Promise<Error | null>((resolve) => {
    connection.once('error', resolve);
    connection.once('end', () => resolve(new Error('closed')));
    connection.connect((failure) => {
      if (failure) resolve(failure);
      else if (auth === undefined || !connection.allowsAuth) resolve(null);
      else connection.login(auth, resolve);
    });
    if (signal.aborted) abort();
  }).finally(() => signal.removeEventListener('abort', abort));
}

interface Turns {
  /** False when it was called off before its turn came. */
  wait(signal: AbortSignal): Promise<boolean>;
  pass(): void;
}

/** First come, first served, so many at once. */
function createTurns(limit: number): Turns {
  let free = limit;
  const waiting = new Set<(isTurn: boolean) => void>();
  return {
    async wait(signal) {
      if (signal.aborted) return false;
      if (free > 0) {
        free -= 1;
        return true;
      }
      return new Promise<boolean>((resolve) => {
        const settle = (isTurn: boolean) => {
          waiting.delete(settle);
          signal.removeEventListener('abort', giveUp);
          resolve(isTurn);
        };
        const giveUp = () => settle(false);
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.add(settle);
      });
    },
    pass() {
      const [next] = waiting;
      if (next === undefined) free += 1;
      else next(true);
    },
  };
}
