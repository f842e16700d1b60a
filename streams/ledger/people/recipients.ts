import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { PushMessage } from '../../../schemas/generated/command';
import type { Decision } from '../decision';
import { recipientView, type KeptStop } from './recipient-view';
import type { Recipient, Suppression } from './tables';
import { inheritStops, textedStop } from './texted-stops';
import type { CommandContext } from '../command-context';
import { addressKey, numberKey } from '../store/row-keys';
import { PAID_CHANNELS } from '../../../schemas/channels';

/**
 * The recipient of a push, new if the address was never messaged (CONSENT-1). What outlived an earlier recipient of the
 * address is in force (ERASE-8).
 */
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

/**
 * A number that another recipient of the business holds is not moved (CONSENT-4). A new number ends WhatsApp consent
 * (CONSENT-6).
 */
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

/** The recipient as merchants see them (CONSENT-2). */
export function viewOf(context: CommandContext, recipient: Recipient): Decision {
  return { status: 200, body: recipientView(recipient, stopsOf(context, recipient)), person: recipient.id };
}

/**
 * The stops at the number that the recipient holds now, of any of its holders, including a stop that was texted to the
 * number that the business sends from now.
 */
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

/** Consent goes with the number (CONSENT-6), while a stop stays with the recipient (CONSENT-11). */
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

/** Consent is recorded for a number. A stop or a withdrawal of the recipient outweighs it (CONSENT-15). */
export function optIn(
  context: CommandContext,
  recipient: Recipient,
  request: NonNullable<PushMessage['whatsapp_opt_in']>,
  phoneConflict: boolean,
): OptIn {
  const said = optInRefusal(context, recipient);
  const refusal = phoneConflict ? 'phone_conflict' : said;
  const { whatsappOptedInAt: earlier } = recipient;
  // If another recipient holds the number sent, this recipient keeps the number held and its consent.
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
