import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection, { type SMTPConnectionAuth } from 'nodemailer/lib/smtp-connection';
import { failureCode } from '../failure-code';

/** The mail server and how many connections to it are kept. */
export interface SmtpConnectionOptions {
  /** `smtp://user:password@host:587` or `smtps://…`, with options of the connection in the query. */
  readonly url: string;
  /** Maximum number of concurrent emails; further ones wait. Default 5. */
  readonly maxConnections?: number;
  /** A connection is replaced after this many emails, because servers end long sessions anyway. Default 100. */
  readonly mailsPerConnection?: number;
  /** Covers everything from the DNS lookup to the end of the TLS handshake. Default 10 seconds. */
  readonly connectTimeoutMs?: number;
}

export interface SmtpSession {
  readonly connection: SMTPConnection;
  /** True if it has carried emails before, so the server may have closed it since. */
  readonly isReused: boolean;
}

export type TakenSession =
  { readonly ok: true; readonly session: SmtpSession } | { readonly ok: false; readonly detail: string };

export interface SmtpConnections {
  /** Returns an authenticated connection for exclusive use, until it is given back or dropped. */
  take(signal: AbortSignal): Promise<TakenSession>;
  giveBack(session: SmtpSession): void;
  drop(session: SmtpSession): void;
  close(): void;
}

/**
 * Replaces nodemailer's pool. That pool queues and re-queues emails that cannot be cancelled, so it may send an email
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

/** A password requires TLS, even if the server does not offer STARTTLS. `?requireTLS=false` in the URL lifts that. */
function connectionFor({ url, connectTimeoutMs = 10_000 }: SmtpConnectionOptions) {
  const { auth, ...given } = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    requireTLS: auth !== undefined,
    ...given,
    connectionTimeout: connectTimeoutMs,
    // Closes a connection, idle or not, after this much silence. A sender may give a submission up sooner.
    socketTimeout: 120_000,
  });
  return { connection, auth };
}

/** Resolves to null once the server accepts emails from us, otherwise to what prevents that. */
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
  /** Resolves to false if it was cancelled while it waited. */
  wait(signal: AbortSignal): Promise<boolean>;
  pass(): void;
}

/** Admits `limit` holders at once, in order of arrival. */
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
