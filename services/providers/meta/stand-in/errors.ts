import { randomBytes } from 'node:crypto';
import { jsonReply, type HttpReply } from '../../../shared/http/reply';

/**
 * The errors of the Cloud API that are simulated, by code. Code 1 stands for a failed connection, because a server
 * cannot refuse connections for one number alone. RFC 9110 says of 421 that the request was not processed and may be
 * sent again; a connection that just ends leaves that open.
 */
const ERRORS = {
  1: { status: 421, title: 'Service unavailable', details: 'The request did not reach the API.' },
  100: {
    status: 400,
    title: 'Invalid parameter',
    details: 'The request has a parameter that is missing or wrong.',
  },
  190: { status: 401, title: 'Invalid OAuth access token', details: 'Cannot parse access token.' },
  130429: { status: 429, title: 'Rate limit hit', details: 'Message throughput has been reached.' },
  131026: { status: 400, title: 'Message undeliverable', details: 'The number is not on WhatsApp.' },
  131030: {
    status: 400,
    title: 'Recipient phone number not in allowed list',
    details: 'The recipient is not among those this number may write to.',
  },
  131047: {
    status: 400,
    title: 'Re-engagement message',
    details: 'More than 24 hours have passed since the recipient last wrote to the sender number.',
  },
  131049: {
    status: 400,
    title: 'This message was not delivered to maintain healthy ecosystem engagement.',
    details: 'The message was held back.',
  },
  132001: {
    status: 404,
    title: 'Template name does not exist in the translation',
    details: 'There is no such template.',
  },
} as const;

/** The code of an error that the simulated Cloud API returns or reports. */
export type MetaError = keyof typeof ERRORS;

export function metaErrorReply(code: MetaError): HttpReply {
  const { status, title, details } = ERRORS[code];
  const error = {
    message: `(#${code}) ${title}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details },
    fbtrace_id: randomBytes(8).toString('base64url'),
  };
  return jsonReply(status, { error }, status === 421 ? { Connection: 'close' } : {});
}

/** The same error in the form that a status has. */
export function reportedError(code: MetaError): object {
  const { title, details } = ERRORS[code];
  const href = 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/';
  return { code, title, message: title, error_data: { details }, href };
}
