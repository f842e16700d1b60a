import { randomUUID } from 'node:crypto';
import type { Clock } from '../../shared/clock';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import type { Handler, HttpRequest, Route } from '../../shared/http/route';
import { isLongerThan } from '../../../schemas/values/value-rules';
import { normaliseAddress } from '../address';
import type { ChannelRecord } from '../channel-record';
import type { Courier } from '../courier';
import { noAnswer, type Hang } from '../pauses';
import { arrives, isTaken, type OutcomeOn } from '../outcome';
import type { SmsSubmission } from './text-message';
import { twilioErrorReply, type TwilioError } from './twilio-errors';
import { statusReport, statusesAfter, type TwilioAccount } from './twilio-reports';

export interface CarrierOptions {
  readonly account: TwilioAccount;
  readonly record: ChannelRecord<'sms', SmsSubmission>;
  readonly courier: Courier;
  readonly clock: Clock;
  readonly hang: Hang;
}

/** `POST /2010-04-01/Accounts/{sid}/Messages.json`. Our own account's path is a fixed one, which is found faster. */
export function carrierRoutes(options: CarrierOptions): Route[] {
  const own = `/2010-04-01/Accounts/${options.account.accountSid}/Messages.json`;
  const foreign = '/2010-04-01/Accounts/:sid/Messages.json';
  return [
    { method: 'POST', path: own, handle: submitText(options) },
    { method: 'POST', path: foreign, handle: async () => twilioErrorReply(20003) },
  ];
}

/** The id of a message, as the carrier makes them. */
export function newMessageSid(): string {
  return `SM${randomUUID().replaceAll('-', '')}`;
}

function submitText({ account, record, courier, clock, hang }: CarrierOptions): Handler {
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
  return async (request) => {
    if (!hasBasicCredentials(request, credentials)) return twilioErrorReply(20003);
    const text = readText(request.body);
    if (typeof text === 'number') return twilioErrorReply(text);

    const outcome = record.outcomeFor(text.to);
    const sid = newMessageSid();
    const at = clock.now();
    const submission = { ...text, at, outcome, id: isTaken(outcome) ? sid : null };
    // Who is unreachable got nothing, so there is nothing to show.
    if (outcome !== 'unreachable') record.add(submission);
    const refusal = REFUSALS[outcome];
    if (refusal !== undefined) return twilioErrorReply(refusal);
    if (outcome === 'no_answer') return noAnswer(hang);

    if (arrives(outcome)) record.arrive(submission, at);
    const { to, from, statusCallback } = text;
    const statuses = statusCallback === null ? [] : statusesAfter(outcome);
    courier.followUp(
      { id: sid, to },
      statuses.map((status) => statusReport(account, statusCallback ?? '', { sid, from, to }, status)),
    );
    return acceptance(account.accountSid, sid, submission);
  };
}

const REFUSALS: Readonly<Partial<Record<OutcomeOn<'sms'>, TwilioError>>> = {
  refuse: 21610,
  throttle: 20429,
  unreachable: 20503,
};

type Text = Pick<SmsSubmission, 'to' | 'from' | 'text' | 'statusCallback'>;

/** The text, or the number of the error that the carrier would answer with. */
function readText(body: Buffer): Text | TwilioError {
  const form = new URLSearchParams(body.toString('utf8'));
  const field = (name: string): string => form.get(name) ?? '';
  if (field('To') === '') return 21604;
  if (field('From') === '') return 21603;
  if (field('Body') === '') return 21602;
  if (isLongerThan(field('Body'), MAX_CHARACTERS)) return 21617;
  const to = normaliseAddress('sms', field('To'));
  if (to !== field('To')) return 21211;
  const statusCallback = field('StatusCallback');
  if (statusCallback !== '' && !/^https?:/.test(statusCallback)) return 21609;
  if (!SENDER.test(field('From'))) return 21212;
  return { to, from: field('From'), text: field('Body'), statusCallback: statusCallback || null };
}

const MAX_CHARACTERS = 1_600;
/** A number, a short code or a name. */
const SENDER = /^\+?\d{3,15}$|^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/;

function hasBasicCredentials({ headers }: HttpRequest, credentials: string): boolean {
  return headers.authorization === `Basic ${credentials}`;
}

function acceptance(accountSid: string, sid: string, { at, to, from, text }: SmsSubmission): HttpReply {
  const created = new Date(at).toUTCString().replace('GMT', '+0000');
  return jsonReply(201, {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: text,
    date_created: created,
    date_sent: null,
    date_updated: created,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid,
    status: 'queued',
    to,
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
  });
}
