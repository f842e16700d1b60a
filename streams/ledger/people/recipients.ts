import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { PushMessage } from '../../../schemas/generated/command';
import type { Decision } from '../decision';
import { recipientView, type KeptStop } from './recipient-view';
import type { Recipient, Suppression } from './tables';
import { inheritStops, textedStop } from './texted-stops';
import type { CommandContext } from '../command-context';
import { addressKey, numberKey } from '../store/row-keys';
import { PAID_CHANNELS } from '../../../schemas/channels';

/** The recipient of a push, new if the address was never messaged (1.3), with what outlived an earlier one in force. */
export function recipientOf(context: CommandContext, email: string): Recipient {
  return context.recipientByEmail(email) ?? newRecipient(context, email);
}

function newRecipient(context: CommandContext, email: string): Recipient {
  const { businessId } = context;
  const addressHash = context.rules.hash('address', email);
  const kept = context.set.suppressions.by('address', addressKey({ businessId, addressHash }));
  const since = (...kinds: readonly Suppression['kind'][]): Date | null =>
    kept.find(({ kind }) => kinds.includes(kind))?.suppressedAt ?? null;
  return {
    businessId,
    id: context.id('rcp'),
    email,
    phone: null,
    phoneCountry: null,
    leftNumberHash: null,
    leftNumberAt: null,
    smsConsentAt: null,
    smsConsentSource: null,
    smsTextStoppedAt: null,
    smsStoppedAt: null,
    smsStopSource: null,
    whatsappOptedInAt: null,
    whatsappOptInSource: null,
    whatsappOptInWording: null,
    whatsappTextStoppedAt: null,
    whatsappStoppedAt: null,
    whatsappWithdrawnAt: null,
    unsubscribedAt: since('unsubscribed'),
    suppressedAt: since('bounced', 'complained'),
    createdAt: context.now,
  };
}

export type PhoneAssignment =
  { readonly outcome: 'held'; readonly recipient: Recipient } | { readonly outcome: 'conflict' };

/** A number held by another recipient of the business is not moved; a new one takes WhatsApp consent with it (2.10). */
export function assignPhone(
  context: CommandContext,
  recipient: Recipient,
  { phone, country, source }: { readonly phone: string; readonly country: string; readonly source: string },
): PhoneAssignment {
  const holder = context.recipientByPhone(phone);
  if (holder !== undefined && holder.id !== recipient.id) return { outcome: 'conflict' };
  if (recipient.phone === phone) return { outcome: 'held', recipient };
  inheritStops(context, phone);
  return {
    outcome: 'held',
    recipient: {
      ...withoutNumber(context, recipient),
      phone,
      phoneCountry: country,
      smsConsentAt: recipient.smsConsentAt ?? context.now,
      smsConsentSource: recipient.smsConsentAt === null ? source : recipient.smsConsentSource,
    },
  };
}

/** The recipient as merchants see them (2.10). */
export function viewOf(context: CommandContext, recipient: Recipient): Decision {
  return { status: 200, body: recipientView(recipient, stopsOf(context, recipient)), person: recipient.id };
}

/** What was said against the number that the recipient holds now, by whoever held it, also to a number we send from now. */
function stopsOf(context: CommandContext, { phone }: Recipient): KeptStop[] {
  if (phone === null) return [];
  const { businessId, rules, set } = context;
  const numberHash = rules.hash('number', phone);
  const texted = PAID_CHANNELS.flatMap((channel) => {
    const stop = textedStop(context, channel, numberHash);
    return stop === undefined ? [] : [{ channel, source: 'text' as const, stoppedAt: stop.stoppedAt }];
  });
  return [...set.numberStops.by('number', numberKey({ businessId, numberHash })), ...texted];
}

/** Consent was about the number; what was said against texts from it stays with who said it (2.10). */
export function withoutNumber(context: CommandContext, recipient: Recipient): Recipient {
  const unasked = withoutWhatsappConsent(recipient);
  if (recipient.phone === null) return unasked;
  return {
    ...unasked,
    phone: null,
    phoneCountry: null,
    leftNumberHash: context.rules.hash('number', recipient.phone),
    leftNumberAt: context.now,
  };
}

export function withoutWhatsappConsent(recipient: Recipient): Recipient {
  return { ...recipient, whatsappOptedInAt: null, whatsappOptInSource: null, whatsappOptInWording: null };
}

export interface OptIn {
  readonly recipient: Recipient;
  readonly result: ResponseBody<'OptInResult'>;
}

/** D2: consent is about a number; what the recipient said against it weighs more. */
export function optIn(
  context: CommandContext,
  recipient: Recipient,
  request: NonNullable<PushMessage['whatsapp_opt_in']>,
  phoneConflict: boolean,
): OptIn {
  const said = optInRefusal(context, recipient);
  const refusal = phoneConflict ? 'phone_conflict' : said;
  const { whatsappOptedInAt: earlier } = recipient;
  // Where the number that came is another's, the one held stays, and its consent with it.
  if (earlier !== null && said === null) {
    const result = { recorded: true, recorded_at: earlier.toISOString() };
    return { recipient, result: { ...result, reason: refusal ?? 'already_recorded' } };
  }
  if (refusal !== null) return { recipient, result: { recorded: false, reason: refusal, recorded_at: null } };
  const at = new Date(Math.min(request.agreed_at ?? Infinity, context.now.getTime()));
  return {
    recipient: {
      ...recipient,
      whatsappOptedInAt: at,
      whatsappOptInSource: request.source,
      whatsappOptInWording: request.wording,
    },
    result: { recorded: true, reason: null, recorded_at: at.toISOString() },
  };
}

function optInRefusal(
  context: CommandContext,
  recipient: Recipient,
): 'withdrawn' | 'unsubscribed' | 'stopped' | null {
  const stops = stopsOf(context, recipient)
    .filter(({ channel }) => channel === 'whatsapp')
    .map(({ source }) => source);
  if (recipient.whatsappWithdrawnAt !== null || stops.includes('withdrawn')) return 'withdrawn';
  if (recipient.unsubscribedAt !== null) return 'unsubscribed';
  const isStopped = recipient.whatsappTextStoppedAt !== null || recipient.whatsappStoppedAt !== null;
  return isStopped || stops.length > 0 ? 'stopped' : null;
}
