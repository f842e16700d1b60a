import { defineTable } from '../store/table';
import { addressKey, hashKey, numberKey, textedKey } from '../store/row-keys';
import type { Channel, PaidChannel } from '../../../schemas/channels';

/** For each paid channel, a stop that START lifts and one that stays. */
type Stops = Readonly<Record<`${PaidChannel}TextStoppedAt` | `${PaidChannel}StoppedAt`, Date | null>>;

/** A person whom one business has messaged (CONSENT-1). */
export interface Recipient extends Stops {
  readonly businessId: string;
  readonly id: string;
  readonly email: string;
  readonly phone: string | null;
  readonly phoneCountry: string | null;
  /** The number held before, and until when: a STOP from it may still be under way (CONSENT-13). */
  readonly leftNumberHash: Buffer | null;
  readonly leftNumberAt: Date | null;
  /** When a number was first accepted, and how it came: written once (CONSENT-5). */
  readonly smsConsentAt: Date | null;
  readonly smsConsentSource: string | null;
  readonly smsStopSource: string | null;
  readonly whatsappOptedInAt: Date | null;
  readonly whatsappOptInSource: string | null;
  readonly whatsappOptInWording: string | null;
  readonly whatsappWithdrawnAt: Date | null;
  readonly unsubscribedAt: Date | null;
  readonly suppressedAt: Date | null;
  readonly createdAt: Date;
}

export const recipients = defineTable<Recipient, 'email' | 'phone'>('recipients', {
  keyOf: ({ id }) => id,
  indexes: {
    email: ({ businessId, email }) => `${businessId} ${email}`,
    phone: ({ businessId, phone }) => (phone === null ? null : `${businessId} ${phone}`),
  },
  key: ['business_id', 'id'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    id: 'text',
    email: 'text',
    phone: 'text',
    phone_country: 'text',
    left_number_hash: 'bytea',
    left_number_at: 'timestamptz',
    sms_consent_at: 'timestamptz',
    sms_consent_source: 'text',
    sms_text_stopped_at: 'timestamptz',
    sms_stopped_at: 'timestamptz',
    sms_stop_source: 'text',
    whatsapp_opted_in_at: 'timestamptz',
    whatsapp_opt_in_source: 'text',
    whatsapp_opt_in_wording: 'text',
    whatsapp_text_stopped_at: 'timestamptz',
    whatsapp_stopped_at: 'timestamptz',
    whatsapp_withdrawn_at: 'timestamptz',
    unsubscribed_at: 'timestamptz',
    suppressed_at: 'timestamptz',
    created_at: 'timestamptz',
  },
});

export interface NumberStop {
  readonly businessId: string;
  readonly numberHash: Buffer;
  readonly channel: PaidChannel;
  readonly source: 'text' | 'inbox' | 'dashboard' | 'withdrawn';
  readonly stoppedAt: Date;
}

export const numberStops = defineTable<NumberStop, 'number'>('number_stops', {
  keyOf: (row) => `${numberKey(row)} ${row.channel} ${row.source}`,
  indexes: {
    number: numberKey,
  },
  key: ['business_id', 'number_hash', 'channel', 'source'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    number_hash: 'bytea',
    channel: 'text',
    source: 'text',
    stopped_at: 'timestamptz',
  },
});

export interface Suppression {
  readonly businessId: string;
  readonly addressHash: Buffer;
  readonly kind: 'bounced' | 'complained' | 'unsubscribed';
  readonly suppressedAt: Date;
}

export const suppressions = defineTable<Suppression, 'address'>('suppressions', {
  keyOf: (row) => `${addressKey(row)} ${row.kind}`,
  indexes: {
    address: addressKey,
  },
  key: ['business_id', 'address_hash', 'kind'],
  onConflict: 'replace',
  columns: { business_id: 'text', address_hash: 'bytea', kind: 'text', suppressed_at: 'timestamptz' },
});

export interface PlatformSuppression {
  readonly addressHash: Buffer;
  readonly suppressedAt: Date;
}

export const platformSuppressions = defineTable<PlatformSuppression>('platform_suppressions', {
  keyOf: ({ addressHash }) => hashKey(addressHash),
  key: ['address_hash'],
  onConflict: 'replace',
  columns: { address_hash: 'bytea', suppressed_at: 'timestamptz' },
});

export interface UnreachableNumber {
  readonly numberHash: Buffer;
  readonly until: Date;
}

export const unreachableNumbers = defineTable<UnreachableNumber>('unreachable_numbers', {
  keyOf: ({ numberHash }) => hashKey(numberHash),
  key: ['number_hash'],
  onConflict: 'replace',
  columns: { number_hash: 'bytea', until: 'timestamptz' },
});

/** When a number last got the acknowledgement that its reply was passed on. */
export interface Acknowledgement {
  readonly businessId: string;
  readonly numberHash: Buffer;
  /** Who wrote from it. Null in a row of an earlier release, which lives for a day. */
  readonly recipientId: string | null;
  readonly acknowledgedAt: Date;
}

export const acknowledgements = defineTable<Acknowledgement, 'recipient'>('acknowledgements', {
  keyOf: numberKey,
  indexes: {
    recipient: ({ recipientId }) => recipientId,
  },
  key: ['business_id', 'number_hash'],
  onConflict: 'replace',
  columns: {
    business_id: 'text',
    number_hash: 'bytea',
    recipient_id: 'text',
    acknowledged_at: 'timestamptz',
  },
});

/** The owner of a number has stopped one of our numbers. No business owns the row. */
export interface TextedStop {
  readonly numberHash: Buffer;
  readonly ownNumber: string;
  readonly channel: PaidChannel;
  readonly stoppedAt: Date;
}

export const textedStops = defineTable<TextedStop, 'number'>('texted_stops', {
  keyOf: textedKey,
  indexes: {
    number: ({ numberHash }) => hashKey(numberHash),
  },
  key: ['number_hash', 'own_number', 'channel'],
  onConflict: 'replace',
  columns: { number_hash: 'bytea', own_number: 'text', channel: 'text', stopped_at: 'timestamptz' },
});

/** What a recipient wrote on WhatsApp. */
export interface WhatsappReply {
  readonly businessId: string;
  readonly id: string;
  readonly recipientId: string;
  readonly messageId: string;
  readonly text: string;
  readonly providerId: string;
  /** The email that forwards it to the business, if the business wants one. */
  readonly forwardAutoReplyId: string | null;
  readonly receivedAt: Date;
}

export const replies = defineTable<WhatsappReply, 'provider'>('whatsapp_replies', {
  keyOf: ({ id }) => id,
  indexes: {
    provider: ({ businessId, providerId }) => `${businessId} ${providerId}`,
  },
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: 'text',
    id: 'text',
    recipient_id: 'text',
    message_id: 'text',
    text: 'text',
    provider_id: 'text',
    forward_auto_reply_id: 'text',
    received_at: 'timestamptz',
  },
});

/** An automatic reply that waits for its sender. */
export interface AutoReply {
  readonly businessId: string;
  readonly id: string;
  readonly channel: Channel;
  /** The person with whom it is erased: a recipient, or the keyed hash of a number. */
  readonly recipientId: string;
  readonly address: string;
  readonly sender: string | null;
  readonly subject: string | null;
  readonly text: string;
  readonly cause: string;
  readonly createdAt: Date;
  /** Not null: it has gone out, or there was nothing to send. Only its cause matters then. */
  readonly takenAt: Date | null;
}

export const autoReplies = defineTable<AutoReply, 'cause' | 'texted'>('auto_replies', {
  keyOf: ({ id }) => id,
  indexes: {
    cause: ({ cause }) => cause,
    // An answer to a text has the number that it comes from, taken or not. A cause that is only remembered has none.
    texted: ({ channel, sender, recipientId }) => (channel === 'sms' && sender !== null ? recipientId : null),
  },
  key: ['business_id', 'id'],
  onConflict: 'fail',
  columns: {
    business_id: 'text',
    id: 'text',
    channel: 'text',
    recipient_id: 'text',
    address: 'text',
    sender: 'text',
    subject: 'text',
    text: 'text',
    cause: 'text',
    created_at: 'timestamptz',
    taken_at: 'timestamptz',
  },
});
