import { topics } from '../../../schemas/topics';
import { whatsappTemplate } from '../../wording/whatsapp-template';
import type { PaidChannelRules } from '../paid-channel';
import type { PaidFacts, Refusal } from '../paid-facts';

const MINUTE_MS = 60_000;

/** The rules of WhatsApp messages. */
export const whatsapp: PaidChannelRules<'whatsapp'> = {
  events: topics.eventsWhatsapp,
  modeOf: ({ whatsappMode }) => whatsappMode,
  goesTo: () => true,
  // A withdrawal of consent counts as a stop that nothing lifts (ERASE-18).
  isStopped: ({ whatsappTextStoppedAt, whatsappStoppedAt, whatsappWithdrawnAt }) =>
    whatsappTextStoppedAt !== null || whatsappStoppedAt !== null || whatsappWithdrawnAt !== null,
  textedStop: 'whatsappTextStoppedAt',
  stop: 'whatsappStoppedAt',
  stoppedBy: (_source, at) => ({ whatsappStoppedAt: at }),
  stopsEverywhere: true,
  answersWords: false,
  keepsReplies: true,
  learnsReach: true,
  ownGate: whatsappRefusal,
  readEvent: 'whatsapp.read',
  fallsBackTo: 'sms',
  // Four attempts over ten minutes (NUDGE-7).
  pausesMs: [0.5 * MINUTE_MS, 2 * MINUTE_MS, 7.5 * MINUTE_MS],
};

function whatsappRefusal({ business, recipient, number, message, review }: PaidFacts): Refusal | null {
  if (recipient.whatsappOptedInAt === null) return { reason: 'not_opted_in', textInstead: false };
  if (typeof number === 'object' && number.unreachable) return { reason: 'not_reachable', textInstead: true };
  if (whatsappTemplate({ businessName: business.name, ...message }) === null) {
    return { reason: 'template_not_sendable', textInstead: true };
  }
  return review === 'approved'
    ? null
    : { reason: 'template_not_sendable', textInstead: review === 'rejected' };
}
