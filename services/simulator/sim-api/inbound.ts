import type { Clock } from '../../shared/clock';
import { unavailableReply } from '../../shared/http/errors';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import type { Route } from '../../shared/http/route';
import { nullable, required, text, withDefault } from '../../../schemas/values/fields';
import { addressRule } from '../address';
import type { Courier, Report } from '../courier';
import type { Reporters } from '../reporters';
import { inboundReport as textReport } from '../sms/twilio-reports';
import { newMessageSid } from '../sms/twilio-submission';
import { inboundReport as whatsappReport } from '../whatsapp/meta-reports';
import { newWamid } from '../whatsapp/meta-submission';
import type { ServiceWindows } from '../whatsapp/service-windows';
import { withBody } from './request-fields';

export interface InboundRoutesOptions {
  readonly reporters: Reporters;
  readonly smsSender: string;
  readonly windows: ServiceWindows;
  readonly courier: Courier;
  readonly clock: Clock;
}

/** A person writes: `POST /sim/sms/inbound {from, to?, text}`, `POST /sim/whatsapp/inbound {from, text, quotes?}`. */
export function inboundRoutes(options: InboundRoutesOptions): Route[] {
  const { reporters, smsSender, windows, courier, clock } = options;
  const { twilio, meta } = reporters;
  const url = `${meta.callbacksUrl}/sms/inbound`;
  const smsFields = {
    from: required(addressRule('sms')),
    to: withDefault(addressRule('sms'), smsSender),
    text: required(text({ max: 1_600 })),
  };

  const tell = async (id: string, from: string, report: Report): Promise<HttpReply> =>
    (await courier.deliver({ id, to: from }, report)) ? jsonReply(201, { id }) : unavailableReply();

  return [
    {
      method: 'POST',
      path: '/sim/sms/inbound',
      handle: (request) =>
        withBody(request, smsFields, ({ from, to, text: body }) => {
          const sid = newMessageSid();
          return tell(sid, from, textReport(twilio, url, { sid, from, to }, body));
        }),
    },
    {
      method: 'POST',
      path: '/sim/whatsapp/inbound',
      handle: (request) =>
        withBody(request, WHATSAPP_FIELDS, ({ from, text: body, quotes }) => {
          const id = newWamid();
          const at = clock.now();
          windows.wrote(from, at);
          return tell(id, from, whatsappReport(meta, { id, from, at, text: body, quotes }));
        }),
    },
  ];
}

const WHATSAPP_FIELDS = {
  from: required(addressRule('whatsapp')),
  text: required(text({ max: 4_096 })),
  quotes: nullable(text({ max: 500 })),
};
