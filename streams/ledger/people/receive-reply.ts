import type { ReceiveReply } from '../../../schemas/generated/command';
import { keywordIn } from '../../rules/keyword';
import { forwardedReply } from '../../wording/forwarded-reply';
import { autoAcknowledgement } from '../../wording/whatsapp-replies';
import { NOTED, type Decide } from '../decision';
import { replied, type Concerned } from '../delivery/domain-events';
import { notify } from './auto-replies';
import type { Turn } from '../command-context';
import { numberKey } from '../store/row-keys';

/** D14: so often a number hears that its words were passed on. */
const ACKNOWLEDGE_EVERY_MS = 24 * 60 * 60_000;

/** A reply is kept and told to the merchant once, however often the platform repeats it; one whose sender is gone is not. */
export const receiveReply: Decide<ReceiveReply> = (turn, reply) => {
  const { businessId, set } = turn;
  const { provider_id: providerId, text } = reply;
  const recipient = turn.recipient(reply.recipient_id);
  const message = turn.message(reply.message_id);
  if (recipient === undefined || message?.recipientId !== recipient.id) return NOTED;
  if (set.replies.by('provider', `${businessId} ${providerId}`).length > 0) return NOTED;
  const concerned = { message, recipient };
  const kept = {
    businessId,
    id: turn.id('rpl'),
    recipientId: recipient.id,
    messageId: message.id,
    text,
    providerId,
    forwardNoticeId: forward(turn, concerned, reply),
    receivedAt: new Date(Math.min(reply.received_at, turn.now.getTime())),
  };
  set.replies.save(kept);
  replied(turn, concerned, kept);
  // Whoever has just asked for silence gets it.
  if (keywordIn(text) !== 'stop') acknowledge(turn, concerned, reply);
  return NOTED;
};

function forward(turn: Turn, { message, recipient }: Concerned, reply: ReceiveReply): string | null {
  const address = turn.account().whatsappForwardEmail;
  if (address === null) return null;
  const { reference } = message;
  const words = forwardedReply({ recipientEmail: recipient.email, reference, text: reply.text });
  const cause = reply.provider_id;
  return notify(turn, { channel: 'email', address, recipientId: recipient.id, ...words, cause }).id;
}

function acknowledge(
  turn: Turn,
  { recipient }: Concerned,
  { phone, provider_id: cause }: ReceiveReply,
): void {
  const { businessId, now, set } = turn;
  const numberHash = turn.rules.hash('number', phone);
  const last = set.acknowledgements.get(numberKey({ businessId, numberHash }))?.acknowledgedAt;
  if (last !== undefined && last.getTime() + ACKNOWLEDGE_EVERY_MS > now.getTime()) return;
  set.acknowledgements.save({ businessId, numberHash, recipientId: recipient.id, acknowledgedAt: now });
  const text = autoAcknowledgement({ businessName: turn.account().name });
  notify(turn, { channel: 'whatsapp', address: phone, recipientId: recipient.id, text, cause });
}
