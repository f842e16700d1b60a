import type { OutcomeOn } from '../../outcome';
import type { StandInWorld } from '../../stand-in';
import { takeMail } from './mail';
import { postmarkReport } from './postmark-reports';

/** An SMTP reply. */
export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

/** A recipient of the current message, and how the submission to that recipient ends. */
export interface Recipient {
  readonly to: string;
  readonly outcome: OutcomeOn<'email'>;
}

export type Admission =
  | { readonly outcome: 'admitted'; readonly recipient: Recipient }
  | { readonly outcome: 'refused'; readonly reply: SmtpReply };

export interface MailProvider {
  /** Decides, before the message is transmitted, whether it is accepted for this recipient. */
  admit(address: string): Admission;
  /** Takes a message; `answered` is false if its sender gets no reply. */
  take(raw: Buffer, from: string, recipients: readonly Recipient[]): { answered: boolean; id: string };
}

/** The simulated mail provider. It reports in Postmark's format, with these `user:password`. */
export function createMailProvider(credentials: string, world: StandInWorld<'email'>): MailProvider {
  const postmark = { callbacksUrl: world.settings.callbacksUrl, credentials };
  return {
    admit(address) {
      const to = world.addressIn(address);
      if (to === undefined) return { outcome: 'refused', reply: NO_ADDRESS };
      const outcome = world.outcomeFor(to);
      const reply = REFUSALS[outcome];
      if (reply === undefined) return { outcome: 'admitted', recipient: { to, outcome } };
      world.note({ to, outcome, id: null, from: '', raw: null, report: () => undefined });
      return { outcome: 'refused', reply };
    },

    take(raw, from, recipients) {
      const mail = takeMail(raw, from);
      for (const { to, outcome } of recipients) {
        world.note({
          to,
          outcome,
          id: mail.id,
          from: mail.from,
          raw,
          report: (event, at) => postmarkReport(postmark, { event, mail, to, at }),
        });
      }
      return { answered: recipients.every(({ outcome }) => outcome !== 'no_answer'), id: mail.id };
    },
  };
}

const NO_ADDRESS = { code: 553, text: '5.1.3 Not an address' };

/**
 * The replies that refuse a recipient, all before the message is transmitted. A server cannot refuse connections for
 * one address alone, so it replies 421, "service not available", and closes; nothing of the message has been sent then.
 */
const REFUSALS: Readonly<Partial<Record<OutcomeOn<'email'>, SmtpReply>>> = {
  refuse: { code: 550, text: '5.1.1 The recipient does not exist' },
  throttle: { code: 451, text: '4.7.1 Too many messages, try again later' },
  unreachable: { code: 421, text: '4.3.2 Service not available, closing the connection' },
};
