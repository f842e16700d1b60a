import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { EmailNudge, Provider, Submission } from '../../../streams/sender/provider';
import { MessageStream } from './message-stream';
import { createSmtpConnections, type SmtpConnectionOptions, type SmtpConnections } from './connections';
import { submissionOfFailure, type SmtpFailure } from './failures';
import { composeMessage, type ComposedMessage } from './message';

export interface SmtpOptions extends SmtpConnectionOptions {
  /** Dates the mails. Real time: a filter takes a mail from the future for spam. */
  readonly dateMs: () => number;
}

/** Emails to whichever provider the address names. */
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
 * A server may hang up on a connection that was idle at the very moment it is used again. As long as not a byte of the
 * message has left, the next connection can take it; one that was just opened has no such excuse.
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
    // After anything but a success the state of the session is in doubt, and a new connection is cheap.
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
    // A connection that is closed forgets what it was sending. One that closes by itself calls back right after.
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
