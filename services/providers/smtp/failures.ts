import type { Submission } from '../../../streams/sender/provider';

/** What nodemailer reports about an email that it did not send. */
export interface SmtpFailure {
  readonly code?: string | undefined;
  /** The reply of the server, if there was one. */
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
}

/**
 * Before the message is transmitted, any refusal of the server counts, and every other failure means that the message
 * did not arrive. Afterwards only the server's reply to the message itself counts: another line that arrived before the
 * connection broke does not say whether the server kept the message (PROV-5).
 */
export function submissionOfFailure(failure: SmtpFailure, isTransmitted: boolean): Submission {
  const { code = 'failed', response = '', responseCode = 0 } = failure;
  const isReply = responseCode >= 400 && responseCode < 600;
  if (isTransmitted && !(isReply && code === 'EMESSAGE')) return { outcome: 'unknown', detail: code };
  if (isReply) return submissionOfReply(responseCode, response);
  // nodemailer refuses to send it: the address is invalid, or the server does not take that many bytes.
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

/** Commands out of order, and missing or wrong logins: once we fix the cause, the same email can be sent. */
const NOT_THE_MESSAGE = new Set([503, 530, 534, 535, 538]);

/** SMTP has no reply for "slow down". Servers say it in words, or with a status of the security class (4.7.x). */
const THROTTLED = /\b(rate|throttl\w*|too many|too fast|slow down)\b/i;
