import type { Clock } from '../../shared/clock';
import { errorReply, unavailableReply } from '../../shared/http/errors';
import { jsonReply } from '../../shared/http/reply';
import type { Handler, Route } from '../../shared/http/route';
import { required } from '../../../schemas/values/fields';
import { oneOf } from '../../../schemas/values/value-rules';
import { addressRule } from '../address';
import type { Channel, EventOn } from '../../providers/outcome';
import type { ChannelRecord } from '../channel-record';
import type { Courier } from '../courier';
import type { Kept, Records } from '../records';
import { withBody } from './request-fields';

/** What late reports need. */
export interface EventRoutesOptions {
  readonly records: Records;
  readonly courier: Courier;
  readonly clock: Clock;
}

/** `POST /sim/{email,sms,whatsapp}/events {to, type}` sends a late report about the newest submission to an address. */
export function eventRoutes({ records, ...send }: EventRoutesOptions): Route[] {
  return [
    route('email', reportLate(records.email, MAIL_EVENTS, send)),
    route('sms', reportLate(records.sms, TEXT_EVENTS, send)),
    route('whatsapp', reportLate(records.whatsapp, WHATSAPP_EVENTS, send)),
  ];
}

/** The provider's event for each `type` of a request. */
type LateEvents<On extends Channel> = Readonly<Record<string, EventOn<On>>>;

const MAIL_EVENTS: LateEvents<'email'> = {
  delivered: 'delivered',
  bounced: 'bounced_hard',
  complained: 'complained',
};
const TEXT_EVENTS: LateEvents<'sms'> = { delivered: 'delivered', failed: 'failed' };
const WHATSAPP_EVENTS: LateEvents<'whatsapp'> = { delivered: 'delivered', read: 'read', failed: 'failed' };

function route(channel: Channel, handle: Handler): Route {
  return { method: 'POST', path: `/sim/${channel}/events`, handle };
}

/** Answers when the callbacks service has accepted the report, so that a test does not have to poll. */
function reportLate<On extends Channel>(
  record: ChannelRecord<On, Kept<On>>,
  events: LateEvents<On>,
  { courier, clock }: Omit<EventRoutesOptions, 'records'>,
): Handler {
  const fields = {
    to: required(addressRule(record.channel)),
    type: required(oneOf(...Object.keys(events))),
  };
  return (request) =>
    withBody(request, fields, async ({ to, type }) => {
      const item = record.newestTaken(to);
      const event = events[type];
      const at = clock.now();
      const call = event === undefined ? undefined : item?.report(event, at);
      if (item === undefined || call === undefined) return errorReply('submission.not_found');
      if (ARRIVALS.has(type)) record.arrive(item, at);
      const taken = await courier.deliver(item, call);
      return taken ? jsonReply(200, { id: item.id, to, type }) : unavailableReply();
    });
}

const ARRIVALS = new Set(['delivered', 'read', 'complained']);
