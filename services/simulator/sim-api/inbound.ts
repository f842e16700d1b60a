import type { StandIn, WordsOfPerson } from '../../providers/stand-in';
import { unavailableReply } from '../../shared/http/errors';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import type { Route } from '../../shared/http/route';
import { nullable, required, text, withDefault } from '../../../schemas/values/fields';
import { addressRule } from '../address';
import type { Courier } from '../courier';
import { withBody } from './request-fields';

/** What it takes to write as a person. */
export interface InboundRoutesOptions {
  readonly sms: StandIn<'sms'>;
  readonly whatsapp: StandIn<'whatsapp'>;
  readonly smsSender: string;
  readonly courier: Courier;
}

/**
 * The calls that let a person write: `POST /sim/sms/inbound {from, to?, text}` and
 * `POST /sim/whatsapp/inbound {from, text, quotes?}`.
 */
export function inboundRoutes({ sms, whatsapp, smsSender, courier }: InboundRoutesOptions): Route[] {
  const smsFields = {
    from: required(addressRule('sms')),
    to: withDefault(addressRule('sms'), smsSender),
    text: required(text({ max: 1_600 })),
  };

  const write = async (standIn: StandIn<'sms' | 'whatsapp'>, words: WordsOfPerson): Promise<HttpReply> => {
    const { id, call } = standIn.handOn(words);
    const taken = await courier.deliver({ id, to: words.from }, call);
    return taken ? jsonReply(201, { id }) : unavailableReply();
  };

  return [
    {
      method: 'POST',
      path: '/sim/sms/inbound',
      handle: (request) => withBody(request, smsFields, (words) => write(sms, { ...words, quotes: null })),
    },
    {
      method: 'POST',
      path: '/sim/whatsapp/inbound',
      handle: (request) =>
        withBody(request, WHATSAPP_FIELDS, (words) => write(whatsapp, { ...words, to: smsSender })),
    },
  ];
}

const WHATSAPP_FIELDS = {
  from: required(addressRule('whatsapp')),
  text: required(text({ max: 4_096 })),
  quotes: nullable(text({ max: 500 })),
};
