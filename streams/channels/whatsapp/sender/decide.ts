/** Decides whether a WhatsApp message goes, and fills its template. Pure: the facts are read in `store.ts`. */
import { paidGate, TEMPLATE_UNUSABLE } from '../../paid-gate';
import type { Refusal } from '../../paid-facts';
import { linkExpiry, type NudgeLinks } from '../../../sender/channel';
import type { AutoReply } from '../../../sender/auto-replies';
import type { PaidGateFacts } from '../../../sender/numbers';
import type { WhatsappNudge } from '../../../sender/provider';
import type { SendSnapshot } from '../../../sender/send-snapshot';
import type { Verdict } from '../../../sender/verdict';
import { whatsappTemplate, type FilledTemplate } from '../../../wording/whatsapp-template';

export interface WhatsappSettings {
  readonly links: Pick<NudgeLinks, 'short'>;
}

/** Asks every gate again when the message goes, except for the credit, which was charged (CHAN-5). */
export function decideWhatsapp(
  snapshot: SendSnapshot,
  facts: PaidGateFacts,
  now: Date,
  { links }: WhatsappSettings,
): Verdict {
  const { business, recipient, message } = snapshot;
  const refusal = paidGate('whatsapp', { business, recipient, message, ...facts });
  if (refusal !== null) return { goes: false, reason: reasonOf(refusal) };
  return {
    goes: true,
    counts: [],
    shortLink: { code: links.short(snapshot).code, expiresAt: linkExpiry(now) },
  };
}

export function composeWhatsapp(snapshot: SendSnapshot, { links }: WhatsappSettings): WhatsappNudge {
  const { send, recipient } = snapshot;
  const filled = templateOf(snapshot);
  if (filled === null) throw new Error('a gate let a WhatsApp message through that has no template');
  return {
    businessId: send.businessId,
    sendId: send.id,
    to: recipient.phone ?? '',
    content: { ...filled, link: links.short(snapshot).path },
  };
}

/** The platform allows free text for 24 hours after a person has written. */
export function composeWhatsappAutoReply({ businessId, id, address, text }: AutoReply): WhatsappNudge {
  return { businessId, sendId: id, to: address, content: { text } };
}

function reasonOf({ reason, textInstead }: Refusal): string {
  return reason === 'template_not_sendable' && textInstead ? TEMPLATE_UNUSABLE : reason;
}

function templateOf({ business, message }: SendSnapshot): FilledTemplate | null {
  const { reference, orderStatus } = message;
  return whatsappTemplate({ businessName: business.name, reference, orderStatus });
}
