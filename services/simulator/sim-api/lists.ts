import { jsonReply } from '../../shared/http/reply';
import type { Handler, Route } from '../../shared/http/route';
import { optional } from '../../../schemas/values/fields';
import { oneOf } from '../../../schemas/values/value-rules';
import { addressRule } from '../address';
import type { ChannelRecord, Received, Submission } from '../channel-record';
import { moment } from '../moment';
import { channels, type Channel } from '../../providers/outcome';
import { readMail } from '../read-mail';
import type { Kept, Records } from '../records';
import { withQuery } from './request-fields';

/**
 * `GET /sim/submissions|emails|sms|whatsapp`: what was submitted to providers and what people received, newest first.
 */
export function listRoutes(records: Records): Route[] {
  return [
    { method: 'GET', path: '/sim/submissions', handle: listSubmissions(records) },
    { method: 'GET', path: '/sim/emails', handle: listReceived(records.email, mailView) },
    { method: 'GET', path: '/sim/sms', handle: listReceived(records.sms, textView) },
    { method: 'GET', path: '/sim/whatsapp', handle: listReceived(records.whatsapp, textView) },
  ];
}

function listSubmissions(records: Records): Handler {
  return (request) =>
    withQuery(request, { channel: optional(oneOf(...channels)) }, ({ channel }) =>
      withQuery(request, { to: optional(addressRule(channel)) }, ({ to }) => {
        const items = (channel === undefined ? channels : [channel])
          .flatMap((each) => records[each].submissions(to).map((item) => ({ ...item, channel: each })))
          .sort((left, right) => right.at - left.at)
          .map(submissionView);
        return jsonReply(200, { items });
      }),
    );
}

function submissionView(item: Submission<Channel> & { readonly channel: Channel }): object {
  const { at, channel, to, outcome, id } = item;
  return { at: moment(at), channel, to, outcome, id };
}

function listReceived<On extends Channel, Item extends Submission<On>>(
  record: ChannelRecord<On, Item>,
  view: (received: Received<Item>) => object | Promise<object>,
): Handler {
  return (request) =>
    withQuery(request, { to: optional(addressRule(record.channel)) }, async ({ to }) => {
      const received = record.received(to).slice(0, to === undefined ? MAX_OF_EVERYBODY : undefined);
      const items: object[] = [];
      // One after the other, because parsing all mails at once would hold all of them in memory twice.
      for (const each of received) items.push(await view(each));
      return jsonReply(200, { items });
    });
}

/** Nobody reads more without naming a recipient, and parsing a mail takes a third of a millisecond. */
const MAX_OF_EVERYBODY = 1_000;

async function mailView({ at, item }: Received<Kept<'email'>>): Promise<object> {
  const { to, id, from, raw } = item;
  const seen = raw === null ? {} : { from, ...(await readMail(raw)) };
  return { at: moment(at), to, id, ...seen };
}

function textView({ at, item }: Received<ShownText>): object {
  const { to, from, text, id } = item;
  return { at: moment(at), to, from, text, id };
}

type ShownText = Pick<Kept<'sms'>, 'to' | 'from' | 'text' | 'id'>;
