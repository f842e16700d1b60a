import { randomUUID } from 'node:crypto';
import { isTaken, type OutcomeOn } from '../../outcome';
import type { StandIn, StandInWorld } from '../../stand-in';
import { jsonReply, type HttpReply } from '../../../shared/http/reply';
import type { Handler, HttpRequest } from '../../../shared/http/route';
import { isLongerThan } from '../../../../schemas/values/value-rules';
import { twilioErrorReply, type TwilioError } from './errors';
import { inboundReport, statusReport, type TwilioAccount } from './reports';

/** Serves `POST /2010-04-01/Accounts/{sid}/Messages.json`. The path of our account is fixed, so it is found faster. */
export function openTwilioStandIn(account: TwilioAccount, world: StandInWorld<'sms'>): StandIn<'sms'> {
  const own = `/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
  const foreign = '/2010-04-01/Accounts/:sid/Messages.json';
  return {
    routes: [
      { method: 'POST', path: own, handle: submitText(account, world) },
      { method: 'POST', path: foreign, handle: async () => twilioErrorReply(20003) },
    ],
    handOn({ from, to, text }) {
      const id = newMessageSid();
      const url = `${world.settings.callbacksUrl}/sms/inbound`;
      return { id, call: inboundReport(account, url, { sid: id, from, to }, text) };
    },
  };
}

/** An id in the form of Twilio's message ids. */
function newMessageSid(): string {
  return `SM${randomUUID().replaceAll('-', '')}`;
}

function submitText(account: TwilioAccount, world: StandInWorld<'sms'>): Handler {
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
  return async (request) => {
    if (!hasBasicCredentials(request, credentials)) return twilioErrorReply(20003);
    const read = readText(request.body, world);
    if (typeof read === 'number') return twilioErrorReply(read);

    const { statusCallback, ...text } = read;
    const { to, from } = text;
    const outcome = world.outcomeFor(to);
    const sid = newMessageSid();
    world.note({
      ...text,
      outcome,
      id: isTaken(outcome) ? sid : null,
      report: (status) =>
        statusCallback === null
          ? undefined
          : statusReport(account, statusCallback, { sid, from, to }, status),
    });
    const refusal = REFUSALS[outcome];
    if (refusal !== undefined) return twilioErrorReply(refusal);
    if (outcome === 'no_answer') return world.noAnswer();
    return acceptance(account.accountSid, sid, text, world.now());
  };
}

const REFUSALS: Readonly<Partial<Record<OutcomeOn<'sms'>, TwilioError>>> = {
  refuse: 21610,
  throttle: 20429,
  unreachable: 20503,
};

interface Text {
  readonly to: string;
  readonly from: string;
  readonly text: string;
}

/** Returns the text and the URL for its reports, or the number of the error that Twilio would return. */
function readText(
  body: Buffer,
  world: StandInWorld<'sms'>,
): (Text & { readonly statusCallback: string | null }) | TwilioError {
  const form = new URLSearchParams(body.toString('utf8'));
  const field = (name: string): string => form.get(name) ?? '';
  if (field('To') === '') return 21604;
  if (field('From') === '') return 21603;
  if (field('Body') === '') return 21602;
  if (isLongerThan(field('Body'), MAX_CHARACTERS)) return 21617;
  const to = world.addressIn(field('To'));
  if (to !== field('To')) return 21211;
  const statusCallback = field('StatusCallback');
  if (statusCallback !== '' && !/^https?:/.test(statusCallback)) return 21609;
  if (!SENDER.test(field('From'))) return 21212;
  return { to, from: field('From'), text: field('Body'), statusCallback: statusCallback || null };
}

const MAX_CHARACTERS = 1_600;
/** Matches a number, a short code or a name. */
const SENDER = /^\+?\d{3,15}$|^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/;

function hasBasicCredentials({ headers }: HttpRequest, credentials: string): boolean {
  return headers.authorization === `Basic ${credentials}`;
}

function acceptance(accountSid: string, sid: string, { to, from, text }: Text, at: number): HttpReply {
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
