import { z } from 'zod';
import type { Provider, SmsNudge, Submission } from '../../../streams/sender/provider';
import type { HttpAnswer, HttpSubmission } from '../http-exchange';
import { createHttpProvider, type HttpProviderOptions } from '../http-provider';
import { meaningOfStatus } from '../http-status';
import { errorNumber } from './error-number';
import { STATUS_PATH } from './paths';

/** Our account with Vonage, and where it reports. */
export interface VonageOptions extends HttpProviderOptions {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Public base URL of the callbacks service, where Vonage reports on texts. */
  readonly callbacksUrl: string;
}

export function createVonageProvider(options: VonageOptions): Provider<SmsNudge> {
  const http = createHttpProvider(options);
  return {
    submit: async (nudge, signal) => submissionOf(await http.post(requestFor(nudge, options), signal)),
    close: () => http.close(),
  };
}

/** Our ids travel in `client_ref`, not in the URL: Vonage signs only the body of a report. */
function requestFor(nudge: SmsNudge, { apiKey, apiSecret, callbacksUrl }: VonageOptions): HttpSubmission {
  const credentials = Buffer.from(`${apiKey}:${apiSecret}`).toString('base64');
  return {
    path: '/v1/messages',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      message_type: 'text',
      channel: 'sms',
      to: nudge.to.replace(/^\+/, ''),
      from: nudge.from.replace(/^\+/, ''),
      text: nudge.text,
      client_ref: `${nudge.businessId}:${nudge.sendId}`,
      webhook_url: `${callbacksUrl.replace(/\/$/, '')}${STATUS_PATH}`,
      webhook_version: 'v1',
    }),
  };
}

/** Judges a response by its status, because no error of Vonage promises more than its status does (PROV-3). */
function submissionOf(answer: HttpAnswer): Submission {
  if (answer.outcome !== 'answered') return answer;
  const { status, retryAfterMs } = answer;
  const { message_uuid, type } = Answer.parse(answer.body);
  const number = errorNumber(type);
  const detail = number === null ? `HTTP ${status}` : `HTTP ${status}, code ${number}`;
  const meaning = meaningOfStatus(status);
  if (meaning === 'accepted') return { outcome: meaning, providerId: message_uuid };
  return meaning === 'throttled' ? { outcome: meaning, retryAfterMs, detail } : { outcome: meaning, detail };
}

const text = z.string().nullable().catch(null);
const Answer = z.object({ message_uuid: text, type: text }).catch({ message_uuid: null, type: null });
