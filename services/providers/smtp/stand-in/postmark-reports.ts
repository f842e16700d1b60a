import type { EventOn } from '../../outcome';
import type { SignedCall } from '../../stand-in';
import type { Mail } from './mail';

/** Where the simulated Postmark reports, and with which credentials. */
export interface PostmarkOptions {
  readonly callbacksUrl: string;
  /** `user:password` */
  readonly credentials: string;
}

export interface MailEvent {
  readonly event: EventOn<'email'>;
  readonly mail: Mail;
  readonly to: string;
  readonly at: number;
}

/** A webhook request of Postmark, which authenticates itself with basic authentication. */
export function postmarkReport(
  { callbacksUrl, credentials }: PostmarkOptions,
  mailEvent: MailEvent,
): SignedCall {
  return {
    url: `${callbacksUrl}/email/postmark`,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Postmark',
      Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    },
    body: JSON.stringify(payload(mailEvent)),
  };
}

function payload({ event, mail, to, at }: MailEvent): object {
  const moment = new Date(at).toISOString();
  const about = { MessageID: mail.postmarkId, ServerID: 1, MessageStream: 'outbound', Tag: '' };
  if (event === 'delivered') {
    return {
      RecordType: 'Delivery',
      ...about,
      Recipient: to,
      DeliveredAt: moment,
      Details: 'smtp;250 2.0.0 OK',
      Metadata: mail.metadata,
    };
  }
  const { inactive, ...bounce } = BOUNCES[event];
  return {
    RecordType: event === 'complained' ? 'SpamComplaint' : 'Bounce',
    ID: at,
    ...bounce,
    ...about,
    Email: to,
    From: mail.from,
    BouncedAt: moment,
    DumpAvailable: false,
    Inactive: inactive,
    CanActivate: event !== 'complained',
    Subject: mail.subject,
    Metadata: mail.metadata,
  };
}

/** Postmark deactivates an address after a hard bounce or a complaint. */
const BOUNCES = {
  bounced_hard: {
    Type: 'HardBounce',
    TypeCode: 1,
    Name: 'Hard bounce',
    Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
    Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
    inactive: true,
  },
  bounced_soft: {
    Type: 'SoftBounce',
    TypeCode: 4096,
    Name: 'Soft bounce',
    Description: 'Unable to temporarily deliver message (i.e. mailbox full, account disabled).',
    Details: 'smtp;452 4.2.2 The email account that you tried to reach is over quota.',
    inactive: false,
  },
  complained: {
    Type: 'SpamComplaint',
    TypeCode: 100001,
    Name: 'Spam complaint',
    Description: 'The subscriber explicitly marked this message as spam.',
    Details: '',
    inactive: true,
  },
} as const;
