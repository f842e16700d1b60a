import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { EmailNudge, Provider, Submission } from '../../../streams/sender/provider';
import { MessageStream } from './message-stream';
import { createSmtpConnections, type SmtpConnectionOptions, type SmtpConnections } from './connections';
import { submissionOfFailure, type SmtpFailure } from './failures';
import { composeMessage, type ComposedMessage } from './message';

/** The mail server, and the clock that dates its emails. */
export interface SmtpOptions extends SmtpConnectionOptions {
  /** Dates the emails in real time, because spam filters reject an email from the future. */
  readonly dateMs: () => number;
}

/** Submits emails to the mail server in `SMTP_URL`. */
export function createSmtpProvider(options: SmtpOptions): Provider<EmailNudge> {
  const connections = createSmtpConnections(options);
  return {
    async submit(nudge, signal) {
      return deliver(composeMessage(nudge, options.dateMs()), connections, signal);
    },
    async close() {
      connections.close();
    },
  };
}

/**
 * A server may close an idle connection at the moment at which it is reused. If no byte of the message was sent, the
 * next connection is tried (PROV-6). A failure of a new connection is final, because that race cannot explain it.
 */
async function deliver(
  message: ComposedMessage,
  connections: SmtpConnections,
  signal: AbortSignal,
): Promise<Submission> {
  for (;;) {
    const taken = await connections.take(signal);
    if (!taken.ok) return { outcome: 'not_reached', detail: taken.detail };
    const { session } = taken;
    const submission = await transmit(message, session.connection, signal);
    // After a failure the state of the session is uncertain, and a new connection is cheap.
    if (submission.outcome === 'accepted') connections.giveBack(session);
    else connections.drop(session);
    if (submission.outcome !== 'not_reached' || !session.isReused || signal.aborted) return submission;
  }
}

function transmit(
  message: ComposedMessage,
  connection: SMTPConnection,
  signal: AbortSignal,
): Promise<Submission> {
  const stream = new MessageStream(message.bytes);
  const abort = () => connection.close();
  signal.addEventListener('abort', abort, { once: true });
  return new Promise<Submission>((resolve) => {
    const fail = (failure: SmtpFailure) => resolve(submissionOfFailure(failure, stream.isBegun));
    // nodemailer does not call back if we close the connection. If the server closes it, it calls back right after.
    const ended = () => queueMicrotask(() => fail({ code: signal.aborted ? 'aborted' : 'closed' }));
    connection.once('end', ended);
    const envelope = { from: message.from, to: [message.to], size: message.bytes.length };
    connection.send(envelope, stream, (failure) => {
      connection.off('end', ended);
      if (failure !== null) fail(failure);
      else resolve({ outcome: 'accepted', providerId: message.messageId });
    });
    if (signal.aborted) abort();
  }).finally(() => signal.removeEventListener('abort', abort));
}
