import { randomUUID } from 'node:crypto';
import { jsonReply, type HttpReply } from '../../../shared/http/reply';

/**
 * The errors of the Messages API that are simulated. `unreachable` stands for a failed connection, because a server
 * cannot refuse connections for one number alone. RFC 9110 says of 421 that the request was not processed and may be
 * sent again; a connection that just ends leaves that open.
 */
const ERRORS = {
  unauthorized: { status: 401, anchor: 'unauthorized', title: 'You did not provide correct credentials.' },
  invalid: { status: 422, anchor: 'messages#1020', title: 'Invalid params' },
  barred: { status: 422, anchor: 'messages#1050', title: 'Number barred' },
  throttled: { status: 429, anchor: 'messages#1000', title: 'Throttled' },
  unreachable: { status: 421, anchor: 'messages#1100', title: 'Communication failed' },
} as const;

/** The name of an error that the simulated Vonage returns. */
export type VonageError = keyof typeof ERRORS;

/** A problem document. */
export function vonageErrorReply(error: VonageError, detail: string): HttpReply {
  const { status, anchor, title } = ERRORS[error];
  const problem = { type: explainedAt(anchor), title, detail, instance: randomUUID() };
  const headers = status === 421 ? { Connection: 'close' } : {};
  return jsonReply(status, problem, { 'Content-Type': 'application/problem+json', ...headers });
}

export function explainedAt(anchor: string): string {
  return `https://developer.vonage.com/api-errors/${anchor}`;
}
