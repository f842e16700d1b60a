import type {
  BusinessSettings,
  Command,
  PushMessage,
  ReportAttempt,
  WhatsappOptIn,
} from '../../../../schemas/generated/command';
import type { Channel, PaidChannel } from '../../../../schemas/channels';
import type { Review } from '../../../channels/paid-facts';
import type { Business } from '../../accounts/tables';
import type { Attempt, EventRow, Send, Timer } from '../../delivery/tables';
import type { Message } from '../../messages/tables';
import type { Recipient } from '../../people/tables';
import type { HouseRules } from '../../turn';
import { WorkingSet } from '../../store/working-set';
import {
  aBusiness,
  bring,
  BUSINESS,
  changed,
  command,
  HOUSE,
  NOW,
  PLAIN_PUSH,
  type Brought,
} from './scenario';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const EMAIL = PLAIN_PUSH.recipient_email;
export const PHONE = '+447700900123';
export const OTHER_PHONE = '+447700900456';
export const GERMAN_PHONE = '+4915112345678';
export const OPT_IN: WhatsappOptIn = { agreed_at: null, source: null, wording: null };

/** A push that WhatsApp can carry. */
export const FOR_WHATSAPP: Partial<PushMessage> = {
  recipient_phone: PHONE,
  whatsapp_opt_in: OPT_IN,
  reference: '#A-1042',
  order_status: 'shipped',
};

interface Beginning {
  readonly settings?: Partial<BusinessSettings>;
  readonly credits?: number;
  readonly house?: Partial<HouseRules>;
}

type Happened = { readonly command: Command; readonly brought: Brought } | { readonly claim: Attempt };

/** One business and its people, going on command by command. Time stands still unless somebody waits. */
export class World {
  readonly set = new WorkingSet();
  readonly rules: HouseRules;
  /** All that was done so far: commands with what they brought about, and the claims of senders between them. */
  readonly history: Happened[] = [];
  nowMs = NOW;
  private count = 0;

  constructor({ settings = {}, credits = 0, house = {} }: Beginning = {}) {
    this.rules = { ...HOUSE, ...house };
    // Without a threshold no charge tells of a low balance.
    this.apply(aBusiness(++this.count, { low_balance_threshold: 0, ...settings }));
    if (credits > 0) this.topUp(credits);
  }

  apply(wish: Command): Brought {
    const brought = bring(this.set, wish, this.rules);
    this.history.push({ command: wish, brought });
    return brought;
  }

  /** The next command, made now. */
  command(body: Command['body'], more: Partial<Command> = {}): Command {
    return command(++this.count, body, { issued_at: this.nowMs, ...more });
  }

  push(push: Partial<PushMessage> = {}, more: Partial<Command> = {}): Brought {
    return this.apply(this.command({ PushMessage: { ...PLAIN_PUSH, ...push } }, more));
  }

  change(settings: Partial<BusinessSettings>): Brought {
    return this.apply(this.command({ ChangeBusiness: { settings: changed(settings) } }));
  }

  topUp(amount: number): Brought {
    return this.apply(this.command({ TopUp: { amount, note: null } }));
  }

  review(order_status: string, review: Review): Brought {
    return this.apply(this.command({ ReviewTemplate: { order_status, review } }));
  }

  retract(message = this.message(), more: Partial<Command> = {}): Brought {
    const { id: message_id, businessId: business_id } = message;
    return this.apply(this.command({ RetractMessage: { message_id } }, { business_id, ...more }));
  }

  resend(channel: PaidChannel, message = this.message(), more: Partial<Command> = {}): Brought {
    const { id: message_id, businessId: business_id } = message;
    return this.apply(this.command({ ResendNudge: { message_id, channel } }, { business_id, ...more }));
  }

  open(message = this.message()): Brought {
    const { recipientId: recipient_id, id: message_id, businessId: business_id } = message;
    return this.apply(this.command({ OpenMessage: { recipient_id, message_id } }, { business_id }));
  }

  renewLink(message = this.message()): Brought {
    const { recipientId: recipient_id, id: message_id, businessId: business_id } = message;
    return this.apply(this.command({ RenewLink: { recipient_id, message_id } }, { business_id }));
  }

  stop(
    channel: PaidChannel,
    source: 'inbox' | 'dashboard' = 'inbox',
    { id: recipient_id, businessId: business_id } = this.recipient(),
  ): Brought {
    return this.apply(this.command({ StopChannel: { recipient_id, channel, source } }, { business_id }));
  }

  unsubscribe({ id: recipient_id, businessId: business_id } = this.recipient()): Brought {
    return this.apply(this.command({ Unsubscribe: { recipient_id, source: 'inbox' } }, { business_id }));
  }

  /** A sender writes down that it is about to call the provider. */
  claim(which: Channel | Send): void {
    const { businessId, id: sendId, attempt } = this.send(which);
    const claim = { businessId, sendId, attempt, outcome: null, skippedReason: null };
    this.set.attempts.load([claim]);
    this.history.push({ claim });
  }

  /** A sender's attempt, from the claim to its result. */
  attempt(which: Channel | Send, outcome: string, more: Partial<ReportAttempt> = {}): Brought {
    this.claim(which);
    return this.result(which, outcome, more);
  }

  /** What became of the attempt that is under way. */
  result(which: Channel | Send, outcome: string, more: Partial<ReportAttempt> = {}): Brought {
    const { id: send_id, attempt, businessId: business_id } = this.send(which);
    const report = { send_id, attempt, outcome, ...NOTHING_MORE, ...more };
    return this.apply(this.command({ ReportAttempt: report }, { business_id }));
  }

  report(which: Channel | Send, status: string): Brought {
    const { id: send_id, businessId: business_id } = this.send(which);
    const report = { send_id, status, provider_id: 'provider-1', address_hash: null };
    return this.apply(this.command({ ReportDelivery: report }, { business_id }));
  }

  fire({ businessId: business_id, subjectId: subject_id, kind, dueAt }: Timer): Brought {
    const due_at = dueAt.getTime();
    return this.apply(this.command({ FireTimer: { subject_id, kind, due_at } }, { business_id }));
  }

  /** Time passes, and every timer fires when it is due. */
  wait(ms: number): void {
    const end = this.nowMs + ms;
    for (
      let [next] = this.timers();
      next !== undefined && next.dueAt.getTime() <= end;
      [next] = this.timers()
    ) {
      this.nowMs = Math.max(this.nowMs, next.dueAt.getTime());
      this.fire(next);
    }
    this.nowMs = end;
  }

  business(): Business {
    return there(this.set.businesses.get(BUSINESS));
  }

  recipient(email = EMAIL): Recipient {
    return there(this.set.recipients.by('email', `${BUSINESS} ${email}`)[0]);
  }

  /** The newest message. */
  message(): Message {
    return there(this.messages().at(-1));
  }

  messages(): Message[] {
    return [...this.set.messages.values()];
  }

  /** The newest send on a channel, or this send as it is now. */
  send(which: Channel | Send): Send {
    return there(typeof which === 'string' ? this.sends(which).at(-1) : this.set.sends.get(which.id));
  }

  sends(channel?: Channel): Send[] {
    return [...this.set.sends.values()].filter((send) => channel === undefined || send.channel === channel);
  }

  /** What is to fire, the next first. */
  timers(): Timer[] {
    return [...this.set.timers.values()].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  }

  /** What merchants were told, in order. */
  told(): EventRow[] {
    return [...this.set.events.values()];
  }
}

const NOTHING_MORE = {
  provider_id: null,
  retry_after_ms: null,
  skipped_reason: null,
  emails_this_month: null,
  counted_month: null,
};

function there<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('the scenario has no such row');
  return row;
}
