import type { Channel, PaidChannel } from '../../schemas/channels';

/** What a provider says became of a send. The ids are ours, carried there and back; null where a report has none. */
export interface Report {
  readonly channel: Channel;
  readonly businessId: string | null;
  readonly sendId: string | null;
  readonly providerId: string | null;
  readonly status:
    | 'sent'
    | 'delivered'
    | 'read'
    | 'failed'
    | 'not_on_whatsapp'
    | 'bounced_hard'
    | 'bounced_soft'
    | 'complained';
  readonly at: number | null;
  /** Of a hard bounce or a complaint: the address it is about. It goes no further than its hash. */
  readonly address?: string;
  /** Codes only: the words of a bounce quote the address. */
  readonly detail: string | null;
}

/** What a person wrote to a number of ours. */
export interface Inbound {
  readonly channel: PaidChannel;
  /** E.164, with its plus. */
  readonly from: string;
  readonly to: string | null;
  readonly text: string;
  readonly providerId: string;
  /** The provider's id of the message that is answered. */
  readonly quotes: string | null;
  readonly at: number | null;
}
