import type { AddressInfo } from 'node:net';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { listenFailure, type Listen } from '../../../shared/http/listen';
import type { MailProvider, Recipient, SmtpReply } from './mail-provider';

export interface SmtpOptions {
  readonly listen: Listen;
  /** With the user and password to ask for; without them nobody has to say who they are. */
  readonly url: string;
  readonly provider: MailProvider;
  /** Holds a connection for a bounded time. */
  readonly hang: () => Promise<void>;
}

export interface OpenSmtpServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The mail provider's front door. */
export async function openSmtpServer({ listen, url, provider, hang }: SmtpOptions): Promise<OpenSmtpServer> {
  const underWay = new WeakMap<SMTPServerSession, Map<string, Recipient>>();
  const server = new SMTPServer({
    ...PLAIN,
    ...authentication(url),
    onMailFrom(_address, session, done) {
      underWay.set(session, new Map());
      done();
    },
    onRcptTo({ address }, session, done) {
      const admission = provider.admit(address);
      if (admission.outcome === 'refused') {
        done(refusalOf(admission.reply));
        return;
      }
      underWay.get(session)?.set(admission.recipient.to, admission.recipient);
      done();
    },
    onData(stream, session, done) {
      void collect(stream).then(async (raw) => {
        if (stream.sizeExceeded) {
          done(refusalOf(TOO_LARGE));
          return;
        }
        const recipients = [...(underWay.get(session)?.values() ?? [])];
        const { mailFrom } = session.envelope;
        const { answered, id } = provider.take(raw, mailFrom === false ? '' : mailFrom.address, recipients);
        if (answered) {
          done(null, `2.0.0 Ok: queued as ${id}`);
          return;
        }
        await hang();
        drop(server, session);
      });
    },
  });
  // A client that breaks off is no fault of ours; without a listener it would end the process.
  server.on('error', () => undefined);
  const port = await listenOn(server, listen);
  return { port, close: () => closeAtOnce(server) };
}

const MAX_MAIL_BYTES = 10 * 1024 * 1024;
const TOO_LARGE = { code: 552, text: '5.3.4 The message is too large' };

/**
 * No encryption: the certificate could not be one that a sender trusts, and a sender that is offered STARTTLS insists.
 * Idle connections stay for five minutes, as the protocol asks of servers; pools of senders count on it.
 */
const PLAIN: SMTPServerOptions = {
  name: 'simulated-mail',
  banner: 'nothing leaves this machine',
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  disableReverseLookup: true,
  size: MAX_MAIL_BYTES,
  socketTimeout: 5 * 60_000,
  closeTimeout: 500,
  logger: false,
};

function authentication(url: string): SMTPServerOptions {
  const { username, password } = new URL(url);
  if (username === '') return { authOptional: true };
  const expected = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    onAuth(auth, _session, done) {
      if (auth.username === expected[0] && auth.password === expected[1]) done(null, { user: auth.username });
      else done(refusalOf({ code: 535, text: '5.7.8 Authentication failed' }));
    },
  };
}

function refusalOf({ code, text }: SmtpReply): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** What is too large is read to its end, for the sender waits until then, but not kept. */
function collect(stream: SMTPServerDataStream): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      if (!stream.sizeExceeded) chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
  });
}

function drop(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections) if (connection.session === session) connection.close();
}

function listenOn(server: SMTPServer, listen: Listen): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, listen)));
    server.listen(listen.port, listen.address, () => resolve((server.server.address() as AddressInfo).port));
  });
}

/** Nobody is in the middle of anything that a test would miss. */
function closeAtOnce(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
