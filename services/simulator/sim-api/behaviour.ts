import { jsonReply } from '../../shared/http/reply';
import type { Handler, Route } from '../../shared/http/route';
import { required } from '../../../schemas/values/fields';
import { oneOf } from '../../../schemas/values/value-rules';
import { addressRule } from '../address';
import type { ChannelRecord, Submission } from '../channel-record';
import { channels, outcomesOf, type Channel, type OutcomeOn } from '../../providers/outcome';
import type { Records } from '../records';
import { withBody, withQuery } from './request-fields';

/**
 * `PUT /sim/behaviour {channel, address, outcome}` sets how submissions to an address end from now on, and
 * `GET /sim/behaviour?channel=&address=` shows what is set.
 */
export function behaviourRoutes(records: Records): Route[] {
  const setOn = {
    email: setter(records.email),
    sms: setter(records.sms),
    whatsapp: setter(records.whatsapp),
  };
  const channelOf = { channel: required(oneOf(...channels)) };
  return [
    {
      method: 'PUT',
      path: '/sim/behaviour',
      handle: (request) => withBody(request, channelOf, ({ channel }) => setOn[channel](request)),
    },
    {
      method: 'GET',
      path: '/sim/behaviour',
      handle: (request) =>
        withQuery(request, channelOf, ({ channel }) =>
          withQuery(request, { address: required(addressRule(channel)) }, ({ address }) =>
            jsonReply(200, { channel, address, outcome: records[channel].outcomeFor(address) }),
          ),
        ),
    },
  ];
}

function setter<On extends Channel, Item extends Submission<On>>(record: ChannelRecord<On, Item>): Handler {
  const { channel } = record;
  const outcomes: readonly OutcomeOn<On>[] = outcomesOf[channel];
  const fields = { address: required(addressRule(channel)), outcome: required(oneOf(...outcomes)) };
  return (request) =>
    withBody(request, fields, ({ address, outcome }) => {
      record.setOutcome(address, outcome);
      return jsonReply(200, { channel, address, outcome });
    });
}
