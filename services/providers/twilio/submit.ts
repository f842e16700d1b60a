import { z } from 'zod';
import type { Provider, SmsNudge, Submission } from '../../../streams/sender/provider';
import type { HttpAnswer, HttpSubmission } from '../http-exchange';
import { createHttpProvider, type HttpProviderOptions } from '../http-provider';
import { meaningOfStatus, promisesNothing } from '../http-status';

export interface TwilioOptions extends HttpProviderOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** Public base of the callbacks service: Twilio reports there what became of a text. */
  readonly callbacksUrl: string;
}

/** Texts through Twilio's Messages resource. */
export function createTwilioProvider(options: TwilioOptions): Provider<SmsNudge> {
  const http = createHttpProvider(options);
  return {
    submit: async (nudge, signal) => submissionOf(await http.post(requestFor(nudge, options), signal)),
    close: () => http.close(),
  };
}

function requestFor(nudge: SmsNudge, { accountSid, authToken, callbacksUrl }: TwilioOptions): HttpSubmission {
  const ids = new URLSearchParams({ business_id: nudge.businessId, send_id: nudge.sendId });
  const form = new URLSearchParams({
    To: nudge.to,
    From: nudge.from,
    Body: nudge.text,
    StatusCallback: `${callbacksUrl.replace(/\/$/, '')}/sms/status?${ids.toString()}`,
  });
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  return {
    path: `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  };
}

function submissionOf(answer: HttpAnswer): Submission {
  if (answer.outcome !== 'answered') return answer;
  const { status, retryAfterMs } = answer;
  const { sid, code } = Answer.parse(answer.body);
  const detail = code === null ? `HTTP ${status}` : `HTTP ${status}, code ${code}`;
  const meaning = meaningOf(status, code);
  if (meaning === 'accepted') return { outcome: meaning, providerId: sid };
  return meaning === 'throttled' ? { outcome: meaning, retryAfterMs, detail } : { outcome: meaning, detail };
}

function meaningOf(status: number, code: number | null): ReturnType<typeof meaningOfStatus> {
  // No code of Twilio says of a fault of its own that the text was not taken.
  if (code === null || status < 400 || promisesNothing(status)) return meaningOfStatus(status);
  if (THROTTLES.has(code)) return 'throttled';
  return code >= 21_000 && code < 22_000 ? 'refused' : meaningOfStatus(status);
}

/** Too many requests, the sender's queue is full, the account's share of the second or of the day is used up. */
const THROTTLES = new Set([14_107, 20_429, 21_611, 63_017, 63_038]);

const Answer = z
  .object({ sid: z.string().nullable().catch(null), code: z.number().nullable().catch(null) })
  .catch({ sid: null, code: null });
