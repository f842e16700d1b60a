import { jsonReply, type HttpReply } from '../../../shared/http/reply';

/**
 * The errors of Twilio that are simulated, by number. 20503 stands for a failed connection, because a server cannot
 * refuse connections for one number alone. RFC 9110 says of 421 that the request was not processed and may be sent
 * again; a connection that just ends leaves that open.
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

/** The number of an error that the simulated Twilio returns. */
export type TwilioError = keyof typeof ERRORS;

export function twilioErrorReply(code: TwilioError): HttpReply {
  const { status, message } = ERRORS[code];
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  const headers = status === 421 ? { Connection: 'close' } : {};
  return jsonReply(status, { code, message, more_info, status }, headers);
}
