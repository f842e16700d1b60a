import type { TLSSocket } from 'node:tls';

/**
 * What a server gave us to come back with. A connection that resumes a session goes without certificates and signatures, which
 * are most of the work of a new one, on both sides.
 *
 * A resumed session is not checked against the name again. So one counts only once its certificate was found valid for the
 * origin that it is kept for.
 */
export class TlsSessions {
  /** The one that was not renewed for longest comes first. */
  private readonly sessions = new Map<string, Buffer>();

  of(origin: string): Buffer | undefined {
    return this.sessions.get(origin);
  }

  learnFrom(socket: TLSSocket, origin: string): void {
    socket.on('session', (session) => {
      if (socket.authorized) this.keep(origin, session);
    });
  }

  private keep(origin: string, session: Buffer): void {
    this.sessions.delete(origin);
    this.sessions.set(origin, session);
    if (this.sessions.size <= MOST_SESSIONS) return;
    const [oldest] = this.sessions.keys();
    if (oldest !== undefined) this.sessions.delete(oldest);
  }
}

const MOST_SESSIONS = 2_000;
