import { jsonReply } from '../../shared/http/reply';
import type { Handler, Route } from '../../shared/http/route';
import { required } from '../../shared/requests/validation';
import { oneOf } from '../../shared/requests/value-rules';
import { addressRule } from '../address';
import type { ChannelRecord, Submission } from '../channel-record';
import { channels, outcomesOf, type Channel, type OutcomeOn } from '../outcome';
import type { Records } from '../records';
import { withBody } from './request-fields';

/** `PUT /sim/behaviour {channel, address, outcome}`: how submissions to an address end, until it is said otherwise. */
export function behaviourRoute({ email, sms, whatsapp }: Records): Route {
  const setOn = { email: setter(email), sms: setter(sms), whatsapp: setter(whatsapp) };
  return {
    method: 'PUT',
    path: '/sim/behaviour',
    handle: (request) =>
      withBody(request, { channel: required(oneOf(...channels)) }, ({ channel }) => setOn[channel](request)),
  };
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
