import type { Clock } from '../../shared/clock';
import { errorReply, unavailableReply } from '../../shared/http/errors';
import { jsonReply } from '../../shared/http/reply';
import type { Handler, Route } from '../../shared/http/route';
import { required } from '../../../schemas/values/fields';
import { oneOf } from '../../../schemas/values/value-rules';
import { addressRule } from '../address';
import type { ChannelRecord, Submission } from '../channel-record';
import type { Courier, Report } from '../courier';
import type { EmailSubmission } from '../email/mail';
import { postmarkReport } from '../email/postmark-reports';
import type { Channel } from '../outcome';
import type { Records } from '../records';
import type { Reporters } from '../reporters';
import type { SmsSubmission } from '../sms/text-message';
import { statusReport as textReport } from '../sms/twilio-reports';
import { HELD_BACK, statusReport as whatsappReport } from '../whatsapp/meta-reports';
import type { WhatsappSubmission } from '../whatsapp/whatsapp-message';
import { withBody } from './request-fields';

export interface EventRoutesOptions {
  readonly records: Records;
  readonly reporters: Reporters;
  readonly courier: Courier;
  readonly clock: Clock;
}

/** `POST /sim/{email,sms,whatsapp}/events {to, type}`: a late report about the newest submission to an address. */
export function eventRoutes({ records, reporters, courier, clock }: EventRoutesOptions): Route[] {
  const send: Send = { courier, clock };
  return [
    route('email', reportLate(records.email, mailEvents(reporters), send)),
    route('sms', reportLate(records.sms, textEvents(reporters), send)),
    route('whatsapp', reportLate(records.whatsapp, whatsappEvents(reporters), send)),
  ];
}

type Send = Pick<EventRoutesOptions, 'courier' | 'clock'>;
type Taken<Item> = Item & { readonly id: string };

/** By type: the report, or undefined where the sender asked for none. */
type EventReports<Item> = Readonly<Record<string, (item: Taken<Item>, at: number) => Report | undefined>>;

function route(channel: Channel, handle: Handler): Route {
  return { method: 'POST', path: `/sim/${channel}/events`, handle };
}

/** Answered when the report was taken, so that a test need not ask again and again. */
function reportLate<On extends Channel, Item extends Submission<On>>(
  record: ChannelRecord<On, Item>,
  events: EventReports<Item>,
  { courier, clock }: Send,
): Handler {
  const fields = {
    to: required(addressRule(record.channel)),
    type: required(oneOf(...Object.keys(events))),
  };
  return (request) =>
    withBody(request, fields, async ({ to, type }) => {
      const item = record.newestTaken(to);
      const at = clock.now();
      const report = item === undefined ? undefined : events[type]?.(item, at);
      if (item === undefined || report === undefined) return errorReply('submission.not_found');
      if (ARRIVALS.has(type)) record.arrive(item, at);
      const taken = await courier.deliver(item, report);
      return taken ? jsonReply(200, { id: item.id, to, type }) : unavailableReply();
    });
}

const ARRIVALS = new Set(['delivered', 'read', 'complained']);

function mailEvents({ postmark }: Reporters): EventReports<EmailSubmission> {
  const report =
    (event: 'delivered' | 'bounced_hard' | 'complained') =>
    ({ mail, to }: EmailSubmission, at: number) =>
      mail === null ? undefined : postmarkReport(postmark, { event, mail, to, at });
  return {
    delivered: report('delivered'),
    bounced: report('bounced_hard'),
    complained: report('complained'),
  };
}

function textEvents({ twilio }: Reporters): EventReports<SmsSubmission> {
  const report =
    (status: 'delivered' | 'failed') =>
    ({ id: sid, from, to, statusCallback }: Taken<SmsSubmission>) =>
      statusCallback === null ? undefined : textReport(twilio, statusCallback, { sid, from, to }, status);
  return { delivered: report('delivered'), failed: report('failed') };
}

function whatsappEvents({ meta }: Reporters): EventReports<WhatsappSubmission> {
  const report =
    (status: 'delivered' | 'read' | typeof HELD_BACK) => (item: Taken<WhatsappSubmission>, at: number) =>
      whatsappReport(meta, { ...item, at }, status);
  return { delivered: report('delivered'), read: report('read'), failed: report(HELD_BACK) };
}
