/** Decides whether a text goes, and writes it. Pure: the facts are read in `store.ts`. */
import { dayOf } from '../../../rules/calendar';
import { paidGate } from '../../paid-gate';
import { linkExpiry, type NudgeLinks } from '../../../sender/channel';
import type { AutoReply } from '../../../sender/auto-replies';
import type { PaidGateFacts } from '../../../sender/numbers';
import type { SmsNudge } from '../../../sender/provider';
import type { SendSnapshot } from '../../../sender/send-snapshot';
import type { Count, Verdict } from '../../../sender/verdict';
import { smsText } from '../../../wording/sms-text';

/** A newly enabled business may send `perDay` texts a day in its first days (CHAN-8). */
export interface WarmUp {
  readonly perDay: number;
  readonly days: number;
}

export interface SmsSettings {
  readonly links: Pick<NudgeLinks, 'short'>;
  readonly warmUp: WarmUp;
  /** The shared number, for businesses without a number of their own. */
  readonly smsSender: string;
}

/** Asks every gate again when the text goes, except for the credit, which was charged (CHAN-5). The warm-up is last. */
export function decideSms(
  snapshot: SendSnapshot,
  facts: PaidGateFacts,
  now: Date,
  settings: SmsSettings,
): Verdict {
  const { business, recipient, message } = snapshot;
  const refusal = paidGate('sms', { business, recipient, message, ...facts });
  if (refusal !== null) return { goes: false, reason: refusal.reason };
  const { code } = settings.links.short(snapshot);
  return {
    goes: true,
    counts: warmUpCount(business.smsEnabledAt, now, settings.warmUp),
    shortLink: { code, expiresAt: linkExpiry(now) },
  };
}

export function composeSms(snapshot: SendSnapshot, { links, smsSender }: SmsSettings): SmsNudge {
  const { send, message, recipient, business } = snapshot;
  return {
    businessId: send.businessId,
    sendId: send.id,
    to: recipient.phone ?? '',
    from: business.smsSender ?? smsSender,
    text: smsText({
      businessName: business.name,
      reference: message.reference,
      orderStatus: message.orderStatus,
      link: links.short(snapshot).url,
    }),
  };
}

export function composeSmsAutoReply(
  { businessId, id, address, sender, text }: AutoReply,
  { smsSender }: Pick<SmsSettings, 'smsSender'>,
): SmsNudge {
  return { businessId, sendId: id, to: address, from: sender ?? smsSender, text };
}

/** Days are UTC days. The first is the day on which texts were switched on. */
function warmUpCount(enabledAt: Date | null, now: Date, { perDay, days }: WarmUp): Count[] {
  if (enabledAt === null || daysSince1970(now) - daysSince1970(enabledAt) >= days) return [];
  return [
    {
      counter: 'texts_per_day',
      period: dayOf(now),
      limit: { cap: perDay, reason: 'sms_warmup_cap_reached' },
    },
  ];
}

function daysSince1970(moment: Date): number {
  return Math.floor(moment.getTime() / 86_400_000);
}
