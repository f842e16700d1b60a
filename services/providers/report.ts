import type { Channel, PaidChannel } from '../../schemas/channels';

/** A provider's report about a send. The provider returns the ids that we sent; they are null if it returned none. */
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
  /** The address of a hard bounce or a complaint. Only its hash is passed on. */
  readonly address?: string;
  /** Codes only, because the text of a bounce quotes the address (PROV-16). */
  readonly detail: string | null;
}

/** A message that a person sent to one of our numbers. */
export interface Inbound {
  readonly channel: PaidChannel;
  /** E.164, with its plus. */
  readonly from: string;
  readonly to: string | null;
  readonly text: string;
  readonly providerId: string;
  /** The provider's id of the message that this one replies to. */
  readonly quotes: string | null;
  readonly at: number | null;
}
