import { z } from 'zod';
import type { Provider, SmsNudge, Submission } from '../../../streams/sender/provider';
import type { HttpAnswer, HttpSubmission } from '../http-exchange';
import { createHttpProvider, type HttpProviderOptions } from '../http-provider';
import { meaningOfStatus, promisesNothing } from '../http-status';

/** Our account with Twilio, and where it reports. */
export interface TwilioOptions extends HttpProviderOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** Public base URL of the callbacks service, where Twilio reports on texts. */
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
  // If Twilio itself fails, none of its codes says that it did not take the text (PROV-4).
  if (code === null || status < 400 || promisesNothing(status)) return meaningOfStatus(status);
  if (THROTTLES.has(code)) return 'throttled';
  return code >= 21_000 && code < 22_000 ? 'refused' : meaningOfStatus(status);
}

/** Too many requests, a full queue of the sender, or a used-up limit of the account per second or per day. */
const THROTTLES = new Set([14_107, 20_429, 21_611, 63_017, 63_038]);

const Answer = z
  .object({ sid: z.string().nullable().catch(null), code: z.number().nullable().catch(null) })
  .catch({ sid: null, code: null });
