import type { TLSSocket } from 'node:tls';

/**
 * TLS sessions by origin. Resuming one saves certificates and signatures, most of the work of a handshake on both
 * sides. A resumed session does not check the certificate again. So a session is kept only if its certificate was valid
 * for the origin, and at most for an hour after that check, however often it was renewed.
 */
export class TlsSessions {
  /** The least recently renewed session comes first. */
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
  /** When the server's certificate was last checked. */
  readonly verifiedAtMs: number;
}

const MAX_AGE_MS = 3_600_000;
const MOST_SESSIONS = 2_000;
