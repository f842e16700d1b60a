import type { Sql } from '../../streams/runtime/postgres/database';
import type { Clock } from '../shared/clock';
import type { CommandLog } from '../shared/command-log';
import type { Config } from '../shared/config/config';
import { errorReply } from '../shared/http/errors';
import { textReply, jsonReply, type HttpReply } from '../shared/http/reply';
import type { HttpRequest, Route } from '../shared/http/route';
import type { KeyedHash } from '../shared/requests/keyed-hash';
import { answerMetaChallenge, readMetaNotification, verifyMetaRequest } from '../providers/meta/reports';
import { readPostmarkReports, verifyPostmarkRequest } from '../providers/smtp/postmark/reports';
import type { Inbound, Report } from '../providers/report';
import { readSendgridReports, verifySendgridRequest } from '../providers/smtp/sendgrid/reports';
import { readTwilioInbound, readTwilioReports, verifyTwilioRequest } from '../providers/twilio/reports';
import { wishesOf } from './inbound';
import { storedId } from './provider-ids';
import type { CallbackTelemetry } from './telemetry';

/** One provider's way in: how its requests are known to be its own, and what they say. */
interface Source {
  readonly provider: string;
  readonly path: string;
  readonly maxBodyBytes: number;
  /** Asked before anything else is done with a request. False as well where the provider's secret is not set: then nobody can be believed. */
  readonly isGenuine: (request: HttpRequest) => boolean;
  readonly read: (request: HttpRequest) => Told;
}

interface Told {
  readonly reports?: readonly Report[];
  /** What people wrote. */
  readonly inbound?: readonly Inbound[];
  /** What was told of numbers that are not ours. */
  readonly foreign?: number;
}

export interface CallbackDependencies {
  readonly log: CommandLog;
  readonly telemetry: CallbackTelemetry;
  readonly sql: Sql;
  readonly clock: Clock;
  readonly hash: KeyedHash;
}

type CallbackConfig = Pick<
  Config<'callbacks'>,
  | 'callbacksUrl'
  | 'postmarkWebhookCredentials'
  | 'sendgridWebhookPublicKey'
  | 'twilioAuthToken'
  | 'metaAppSecret'
  | 'metaPhoneNumberId'
  | 'metaVerifyToken'
  | 'smsSender'
>;

export function callbackRoutes(config: CallbackConfig, deps: CallbackDependencies): Route[] {
  return [
    ...sources(config).map((source) => ({
      method: 'POST' as const,
      path: source.path,
      handle: (request: HttpRequest) =>
        takeReports(source, request, { ...deps, smsSender: config.smsSender }),
      maxBodyBytes: source.maxBodyBytes,
    })),
    {
      method: 'GET',
      path: '/whatsapp',
      handle: (request) => Promise.resolve(answerChallenge(request, config.metaVerifyToken)),
      maxBodyBytes: MAX_TEXT_BYTES,
    },
  ];
}

/** Twilio sends one text or status a request, some 2 KB; the links of ten pictures and the extras of an account fit as well. */
const MAX_TEXT_BYTES = 64 * 1024;

/**
 * SendGrid gathers up to 768 KB of events, Postmark quotes the mail that came back, Meta gathers up to a thousand
 * statuses of half a kilobyte.
 */
const MAX_REPORTS_BYTES = 1024 * 1024;

/** Answered when the reports are in the log: a provider that hears nothing comes again, and repeats change nothing. */
async function takeReports(
  source: Source,
  request: HttpRequest,
  { log, telemetry, sql, clock, hash, smsSender }: CallbackDependencies & Pick<CallbackConfig, 'smsSender'>,
): Promise<HttpReply> {
  if (!source.isGenuine(request)) {
    telemetry.forged(source.provider);
    return errorReply('callback.invalid_signature');
  }
  const { reports = [], inbound = [], foreign = 0 } = source.read(request);
  const wishes = [];
  for (const { businessId, sendId, providerId, status, address } of reports) {
    if (status === 'sent') continue;
    if (businessId === null || sendId === null) telemetry.unknown(source.provider);
    else {
      const address_hash = address === undefined ? null : hash('address', address);
      const provider_id = storedId(providerId);
      const body = { ReportDelivery: { send_id: sendId, status, provider_id, address_hash } };
      wishes.push({ business_id: businessId, body });
    }
  }
  const records = { sql, hashNumber: (phone: string) => hash('number', phone), smsSender };
  const written = await wishesOf(records, inbound, clock.now());
  telemetry.unknown(source.provider, written.unknown);
  telemetry.foreign(source.provider, foreign + written.foreign);
  await log.tell([...wishes, ...written.wishes]);
  // Twilio texts back whatever it is answered, so it is answered nothing.
  return source.provider === 'twilio' ? textReply(200, '') : jsonReply(200, {});
}

function sources(config: CallbackConfig): readonly Source[] {
  return [...mailSources(config), ...phoneSources(config)];
}

function mailSources({ postmarkWebhookCredentials, sendgridWebhookPublicKey }: CallbackConfig): Source[] {
  return [
    {
      provider: 'postmark',
      path: '/email/postmark',
      maxBodyBytes: MAX_REPORTS_BYTES,
      isGenuine: ({ headers }) =>
        postmarkWebhookCredentials !== null &&
        verifyPostmarkRequest(headers.authorization, postmarkWebhookCredentials),
      read: ({ body }) => ({ reports: readPostmarkReports(body) }),
    },
    {
      provider: 'sendgrid',
      path: '/email/sendgrid',
      maxBodyBytes: MAX_REPORTS_BYTES,
      isGenuine: ({ headers, body }) =>
        sendgridWebhookPublicKey !== null &&
        verifySendgridRequest(
          {
            signature: headerOf(headers['x-twilio-email-event-webhook-signature']),
            timestamp: headerOf(headers['x-twilio-email-event-webhook-timestamp']),
            body,
          },
          sendgridWebhookPublicKey,
        ),
      read: ({ body }) => ({ reports: readSendgridReports(body) }),
    },
  ];
}

function phoneSources(config: CallbackConfig): Source[] {
  const { callbacksUrl, twilioAuthToken, metaAppSecret, metaPhoneNumberId } = config;
  const isTwilios =
    (path: string) =>
    ({ headers, rawQuery, body }: HttpRequest): boolean =>
      twilioAuthToken !== null &&
      verifyTwilioRequest(
        {
          signature: headerOf(headers['x-twilio-signature']),
          url: `${callbacksUrl}${path}${rawQuery === '' ? '' : `?${rawQuery}`}`,
          body,
        },
        twilioAuthToken,
      );
  return [
    {
      provider: 'twilio',
      path: '/sms/status',
      maxBodyBytes: MAX_TEXT_BYTES,
      isGenuine: isTwilios('/sms/status'),
      // No number is compared: the address names the send, and is signed.
      read: ({ body, rawQuery }) => ({ reports: readTwilioReports(body, new URLSearchParams(rawQuery)) }),
    },
    {
      provider: 'twilio',
      path: '/sms/inbound',
      maxBodyBytes: MAX_TEXT_BYTES,
      isGenuine: isTwilios('/sms/inbound'),
      read: ({ body }) => ({ inbound: [readTwilioInbound(body) ?? []].flat() }),
    },
    {
      provider: 'meta',
      path: '/whatsapp',
      maxBodyBytes: MAX_REPORTS_BYTES,
      isGenuine: ({ headers, body }) =>
        metaAppSecret !== null &&
        verifyMetaRequest({ signature: headerOf(headers['x-hub-signature-256']), body }, metaAppSecret),
      read: ({ body }) => readMetaNotification(body, metaPhoneNumberId ?? ''),
    },
  ];
}

function answerChallenge({ rawQuery }: HttpRequest, verifyToken: string | null): HttpReply {
  const challenge =
    verifyToken === null ? null : answerMetaChallenge(new URLSearchParams(rawQuery), verifyToken);
  return challenge === null ? errorReply('callback.invalid_signature') : textReply(200, challenge);
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
