import { jsonReply, type HttpReply } from '../../../shared/http/reply';

/**
 * Every error of the carrier that is simulated, by its number there. 20503 stands for a connection that never came about,
 * which a server cannot refuse for one number alone: by RFC 9110 a request answered with 421 was not processed and may go
 * out again whatever it asks for, while a connection that just ends leaves that open.
 */
const ERRORS = {
  20003: { status: 401, message: 'Authenticate' },
  20404: { status: 404, message: 'The requested resource was not found' },
  20429: { status: 429, message: 'Too Many Requests' },
  20503: { status: 421, message: 'Service unavailable' },
  21211: { status: 400, message: "The 'To' number is not a valid phone number." },
  21212: { status: 400, message: "The 'From' number is not a valid phone number." },
  21602: { status: 400, message: 'Message body is required.' },
  21603: { status: 400, message: "A 'From' phone number is required." },
  21604: { status: 400, message: "A 'To' phone number is required." },
  21609: { status: 400, message: "The 'StatusCallback' URL is not a valid URL." },
  21610: { status: 400, message: 'Attempt to send to unsubscribed recipient' },
  21617: { status: 400, message: 'The concatenated message body exceeds the 1600 character limit' },
} as const;

export type TwilioError = keyof typeof ERRORS;

export function twilioErrorReply(code: TwilioError): HttpReply {
  const { status, message } = ERRORS[code];
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  const headers = status === 421 ? { Connection: 'close' } : {};
  return jsonReply(status, { code, message, more_info, status }, headers);
}
