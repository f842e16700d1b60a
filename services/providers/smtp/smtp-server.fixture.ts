import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Conduct, StandIn } from '../provider-contract.fixture';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

export interface SmtpStandIn extends StandIn {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Replies to all following messages with exactly this line. */
  answer(line: string): void;
  /** Closes every connection, as servers do with idle ones. */
  hangUp(): void;
}

/** A mail server inside the test. */
export async function openSmtpStandIn(options: SMTPServerOptions = {}): Promise<SmtpStandIn> {
  let conduct: Conduct = 'accept';
  let line: string | null = null;
  let connections = 0;
  const sockets = new Set<Socket>();
  const arrived: { businessId: string; sendId: string }[] = [];
  const mails: ReceivedMail[] = [];
  const hangUp = () => sockets.forEach((socket) => socket.destroy());
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(conduct === 'refuse' ? reply(`550 5.1.1 <${address}> unknown`) : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          const to = envelope.rcptTo.map(({ address }) => address);
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          mails.push({ from, to, raw: Buffer.concat(chunks).toString('utf8'), mail });
          arrived.push(idsIn(mail));
          if (conduct === 'drop') hangUp();
          if (conduct === 'drop' || conduct === 'hang') return;
          const failure = line ?? FAILURES.get(conduct);
          done(failure === undefined ? null : reply(failure));
        });
      });
    },
    ...options,
  });
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    arrived,
    mails,
    get connections() {
      return connections;
    },
    behave: (next) => (conduct = next),
    answer: (next) => (line = next),
    hangUp,
    async close() {
      const closed = once(server.server, 'close');
      server.close();
      hangUp();
      await closed;
    },
  };
}

const FAILURES = new Map<Conduct, string>([
  ['throttle', '451 4.7.0 Too many messages, slow down'],
  ['fault', '451 4.3.0 Try again later'],
]);

/** The server adds the code from `responseCode`. */
function reply(line: string): Error {
  return Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) });
}

/** Reads the ids from the headers of Postmark. Another test checks those of SendGrid. */
function idsIn({ headers }: Email): { businessId: string; sendId: string } {
  const value = (key: string) => headers.find((header) => header.key === key)?.value ?? '';
  return { businessId: value('x-pm-metadata-business-id'), sendId: value('x-pm-metadata-send-id') };
}
