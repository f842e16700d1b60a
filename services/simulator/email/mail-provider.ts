import type { Clock } from '../../shared/clock';
import { normaliseAddress } from '../address';
import type { ChannelRecord } from '../channel-record';
import type { Courier } from '../courier';
import { arrives, type OutcomeOn } from '../outcome';
import { takeMail, type EmailSubmission } from './mail';
import { eventsAfter, postmarkReport, type PostmarkOptions } from './postmark-reports';

/** A reply of the mail protocol. */
export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

/** A recipient of the message under way, and how the submission to it ends. */
export interface Recipient {
  readonly to: string;
  readonly outcome: OutcomeOn<'email'>;
}

export type Admission =
  | { readonly outcome: 'admitted'; readonly recipient: Recipient }
  | { readonly outcome: 'refused'; readonly reply: SmtpReply };

export interface MailProvider {
  /** Before the message itself is handed over: whether it may be, for this recipient. */
  admit(address: string): Admission;
  /** Takes a message in; `answered` is false if its sender is to hear nothing. */
  take(raw: Buffer, from: string, recipients: readonly Recipient[]): { answered: boolean; id: string };
}

export interface MailProviderOptions {
  readonly record: ChannelRecord<'email', EmailSubmission>;
  readonly courier: Courier;
  readonly clock: Clock;
  readonly postmark: PostmarkOptions;
}

export function createMailProvider({ record, courier, clock, postmark }: MailProviderOptions): MailProvider {
  return {
    admit(address) {
      const to = normaliseAddress('email', address);
      if (to === undefined) return { outcome: 'refused', reply: NO_ADDRESS };
      const outcome = record.outcomeFor(to);
      const reply = REFUSALS[outcome];
      if (reply === undefined) return { outcome: 'admitted', recipient: { to, outcome } };
      // Who is unreachable got nothing, so there is nothing to show.
      if (outcome !== 'unreachable') record.add({ at: clock.now(), to, outcome, id: null, mail: null });
      return { outcome: 'refused', reply };
    },

    take(raw, from, recipients) {
      const mail = takeMail(raw, from);
      for (const { to, outcome } of recipients) {
        const at = clock.now();
        const submission = { at, to, outcome, id: mail.id, mail };
        record.add(submission);
        if (arrives(outcome)) record.arrive(submission, at);
        const reports = eventsAfter(outcome).map((event) =>
          postmarkReport(postmark, { event, mail, to, at }),
        );
        courier.followUp(submission, reports);
      }
      return { answered: recipients.every(({ outcome }) => outcome !== 'no_answer'), id: mail.id };
    },
  };
}

const NO_ADDRESS = { code: 553, text: '5.1.3 Not an address' };

/**
 * All before the message itself is handed over. A server cannot refuse the connection for one address alone: 421, after
 * which it closes, says that the service was not to be had, and nothing of the message has been sent by then.
 */
const REFUSALS: Readonly<Partial<Record<OutcomeOn<'email'>, SmtpReply>>> = {
  refuse: { code: 550, text: '5.1.1 The recipient does not exist' },
  throttle: { code: 451, text: '4.7.1 Too many messages, try again later' },
  unreachable: { code: 421, text: '4.3.2 Service not available, closing the connection' },
};
