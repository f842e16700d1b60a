import type { AddressInfo } from 'node:net';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { listenFailure, type Listen } from '../../../shared/http/listen';
import type { MailProvider, Recipient, SmtpReply } from './mail-provider';

/** Where the simulated mail provider listens, and who may submit. */
export interface SmtpOptions {
  readonly listen: Listen;
  /** With the user and password that are required. Without them the server does not authenticate its clients. */
  readonly url: string;
  readonly provider: MailProvider;
  /** Waits for as long as a silent provider holds the connection. */
  readonly hang: () => Promise<void>;
}

export interface OpenSmtpServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The SMTP server of the simulated mail provider. */
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
  // A client may disconnect at any time. Without a listener the error would end the process.
  server.on('error', () => undefined);
  const port = await listenOn(server, listen);
  return { port, close: () => closeAtOnce(server) };
}

const MAX_MAIL_BYTES = 10 * 1024 * 1024;
const TOO_LARGE = { code: 552, text: '5.3.4 The message is too large' };

/**
 * Without encryption: no sender would trust the certificate, and a sender that is offered STARTTLS insists on it.
 * Idle connections stay open for five minutes, as SMTP requires of servers and pools of senders expect.
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

/** Reads a message to its end, because the sender waits until then, but does not keep one that is too large. */
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

/** Closes without waiting for clients: no test depends on a message that is being received. */
function closeAtOnce(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
