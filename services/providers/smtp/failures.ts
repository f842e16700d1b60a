import type { Submission } from '../../../streams/sender/provider';

/** What the client says of a mail that did not go out. */
export interface SmtpFailure {
  readonly code?: string | undefined;
  /** The line of the server, if it answered. */
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
}

/**
 * Before the message was handed over, any refusal of the server is an answer and everything else means that it never
 * got there. From then on only the server's reply to the message itself is an answer: a line that happened to be on the
 * wire when the connection broke says nothing about what the server kept.
 */
export function submissionOfFailure(failure: SmtpFailure, isHandedOver: boolean): Submission {
  const { code = 'failed', response = '', responseCode = 0 } = failure;
  const isReply = responseCode >= 400 && responseCode < 600;
  if (isHandedOver && !(isReply && code === 'EMESSAGE')) return { outcome: 'unknown', detail: code };
  if (isReply) return submissionOfReply(responseCode, response);
  // The client itself would not send it: an address that is none, or more bytes than the server takes.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { outcome: 'refused', detail: code };
  return { outcome: 'not_reached', detail: code };
}

function submissionOfReply(responseCode: number, response: string): Submission {
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const detail = status === undefined ? `SMTP ${responseCode}` : `SMTP ${responseCode} ${status}`;
  if (responseCode >= 500 && !NOT_THE_MESSAGE.has(responseCode)) return { outcome: 'refused', detail };
  if (responseCode < 500 && (THROTTLED.test(response) || status?.startsWith('4.7.') === true)) {
    return { outcome: 'throttled', retryAfterMs: null, detail };
  }
  return { outcome: 'try_later', detail };
}

/** Commands out of order, and logins that are missing or wrong: for us to mend, and then the same mail can go. */
const NOT_THE_MESSAGE = new Set([503, 530, 534, 535, 538]);

/** SMTP has no reply for "slow down"; servers say it in words, or by the class of security and policy (4.7.x). */
const THROTTLED = /\b(rate|throttl\w*|too many|too fast|slow down)\b/i;
