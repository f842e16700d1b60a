import type { TLSSocket } from 'node:tls';

/**
 * What a server gave us to come back with. A connection that resumes a session goes without certificates and signatures, which
 * are most of the work of a new one, on both sides.
 *
 * For the same reason nobody looks at the certificate again. So a session counts only where its certificate was found valid
 * for the origin that it is kept for, and an hour later, however often it was renewed, the certificate is asked for again.
 */
export class TlsSessions {
  /** The one that was not renewed for longest comes first. */
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  of(origin: string): Buffer | undefined {
    const kept = this.sessions.get(origin);
    return kept !== undefined && this.nowMs() - kept.verifiedAtMs < MAX_AGE_MS ? kept.ticket : undefined;
  }

  learnFrom(socket: TLSSocket, origin: string): void {
    const before = this.sessions.get(origin);
    socket.on('session', (ticket) => {
      if (!socket.authorized) return;
      const verifiedAtMs = socket.isSessionReused() ? before?.verifiedAtMs : this.nowMs();
      if (verifiedAtMs !== undefined) this.keep(origin, { ticket, verifiedAtMs });
    });
  }

  private keep(origin: string, session: Session): void {
    this.sessions.delete(origin);
    this.sessions.set(origin, session);
    if (this.sessions.size <= MOST_SESSIONS) return;
    const [oldest] = this.sessions.keys();
    if (oldest !== undefined) this.sessions.delete(oldest);
  }
}

interface Session {
  readonly ticket: Buffer;
  /** When the server last showed its certificate. */
  readonly verifiedAtMs: number;
}

const MAX_AGE_MS = 3_600_000;
const MOST_SESSIONS = 2_000;
