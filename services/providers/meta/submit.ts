import { z } from 'zod';
import type { Provider, Submission, WhatsappNudge } from '../../../streams/sender/provider';
import type { HttpAnswer, HttpSubmission } from '../http-exchange';
import { createHttpProvider, type HttpProviderOptions } from '../http-provider';
import { meaningOfStatus, promisesNothing } from '../http-status';
import { NOT_ON_WHATSAPP } from './error-codes';

/** Our account with Meta's Cloud API. */
export interface MetaOptions extends HttpProviderOptions {
  /** For example `v23.0`. */
  readonly apiVersion: string;
  readonly phoneNumberId: string;
  readonly accessToken: string;
}

/** WhatsApp messages through Meta's Cloud API. */
export function createMetaProvider(options: MetaOptions): Provider<WhatsappNudge> {
  const http = createHttpProvider(options);
  return {
    submit: async (nudge, signal) => submissionOf(await http.post(requestFor(nudge, options), signal)),
    close: () => http.close(),
  };
}

function requestFor(
  nudge: WhatsappNudge,
  { apiVersion, phoneNumberId, accessToken }: MetaOptions,
): HttpSubmission {
  return {
    path: `/${apiVersion}/${phoneNumberId}/messages`,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: nudge.to.replace(/^\+/, ''),
      ...contentOf(nudge.content),
      biz_opaque_callback_data: `${nudge.businessId}:${nudge.sendId}`,
    }),
  };
}

function contentOf(content: WhatsappNudge['content']): object {
  if ('text' in content) return { type: 'text', text: { body: content.text, preview_url: false } };
  return {
    type: 'template',
    template: {
      name: content.template,
      language: { code: 'en' },
      components: [
        { type: 'body', parameters: content.parameters.map(textParameter) },
        { type: 'button', sub_type: 'url', index: '0', parameters: [textParameter(content.link)] },
      ],
    },
  };
}

function textParameter(text: string): object {
  return { type: 'text', text };
}

function submissionOf(answer: HttpAnswer): Submission {
  if (answer.outcome !== 'answered') return answer;
  const { status, retryAfterMs } = answer;
  const { error, messages } = Answer.parse(answer.body);
  const code = error?.code ?? null;
  const detail = code === null ? `HTTP ${status}` : `HTTP ${status}, code ${code}`;
  const meaning = meaningOf(status, code);
  if (meaning === 'accepted') return { outcome: meaning, providerId: messages[0]?.id ?? null };
  return meaning === 'throttled' ? { outcome: meaning, retryAfterMs, detail } : { outcome: meaning, detail };
}

function meaningOf(
  status: number,
  code: number | null,
): ReturnType<typeof meaningOfStatus> | 'not_on_whatsapp' {
  if (code === null || status < 400 || status === MISDIRECTED) return meaningOfStatus(status);
  // Meta sends some refusals with status 500, so the code counts before the status (PROV-4).
  if (code === NOT_ON_WHATSAPP) return 'not_on_whatsapp';
  if (THROTTLES.has(code) || status === 429) return 'throttled';
  if (UNEXPLAINED.has(code)) return 'unknown';
  // 200 to 299 are permissions that our token lacks.
  if (NOT_THE_MESSAGE.has(code) || (code >= 200 && code < 300)) return 'try_later';
  return promisesNothing(status) ? 'unknown' : 'refused';
}

/** Another server than the platform answered, so the platform has not seen the message, even if there is a code. */
const MISDIRECTED = 421;

/** The rate limits of app, account, number and pair, and the limit on senders who are blocked often. */
const THROTTLES = new Set([4, 80_007, 130_429, 131_048, 131_056]);

/** Faults and overload (1, 2, 131000, 131016, 133004) that do not say whether Meta took the message. */
const UNEXPLAINED = new Set([1, 2, 131_000, 131_016, 133_004]);

/** Refusals because of our token, account, number or payment, all of which can be fixed. */
const NOT_THE_MESSAGE = new Set([0, 3, 10, 190, 368, 131_005, 131_031, 131_042, 131_045, 131_057]);

const Answer = z
  .object({
    error: z.object({ code: z.number() }).nullable().catch(null),
    messages: z.array(z.object({ id: z.string() })).catch([]),
  })
  .catch({ error: null, messages: [] });
