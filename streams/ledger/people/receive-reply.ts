import type { ReceiveReply } from '../../../schemas/generated/command';
import { keywordIn } from '../../rules/keyword';
import { forwardedReply } from '../../wording/forwarded-reply';
import { autoAcknowledgement } from '../../wording/whatsapp-replies';
import { NOTED, type Decide } from '../decision';
import { emitReply, type AddressedMessage } from '../delivery/domain-events';
import { sendAutoReply } from './auto-replies';
import type { CommandContext } from '../command-context';
import { numberKey } from '../store/row-keys';

/** A number gets at most one acknowledgement in this time (CONSENT-20). */
const ACKNOWLEDGE_EVERY_MS = 24 * 60 * 60_000;

/**
 * A reply is stored and reported once, even if the platform repeats it (CONSENT-19). A reply of an erased recipient is
 * dropped.
 */
export const receiveReply: Decide<ReceiveReply> = (context, reply) => {
  const { businessId, set } = context;
  const { provider_id: providerId, text } = reply;
  const recipient = context.recipient(reply.recipient_id);
  const message = context.message(reply.message_id);
  if (recipient === undefined || message?.recipientId !== recipient.id) return NOTED;
  if (set.replies.by('provider', `${businessId} ${providerId}`).length > 0) return NOTED;
  const addressed = { message, recipient };
  const kept = {
    businessId,
    id: context.id('rpl'),
    recipientId: recipient.id,
    messageId: message.id,
    text,
    providerId,
    forwardAutoReplyId: forward(context, addressed, reply),
    receivedAt: new Date(Math.min(reply.received_at, context.now.getTime())),
  };
  set.replies.save(kept);
  emitReply(context, addressed, kept);
  // A STOP gets no acknowledgement, because its writer asked for silence (CONSENT-20).
  if (keywordIn(text) !== 'stop') acknowledge(context, addressed, reply);
  return NOTED;
};

function forward(
  context: CommandContext,
  { message, recipient }: AddressedMessage,
  reply: ReceiveReply,
): string | null {
  const address = context.account().whatsappForwardEmail;
  if (address === null) return null;
  const { reference } = message;
  const words = forwardedReply({ recipientEmail: recipient.email, reference, text: reply.text });
  const cause = reply.provider_id;
  return sendAutoReply(context, { channel: 'email', address, recipientId: recipient.id, ...words, cause }).id;
}

function acknowledge(
  context: CommandContext,
  { recipient }: AddressedMessage,
  { phone, provider_id: cause }: ReceiveReply,
): void {
  const { businessId, now, set } = context;
  const numberHash = context.rules.hash('number', phone);
  const last = set.acknowledgements.get(numberKey({ businessId, numberHash }))?.acknowledgedAt;
  if (last !== undefined && last.getTime() + ACKNOWLEDGE_EVERY_MS > now.getTime()) return;
  set.acknowledgements.save({ businessId, numberHash, recipientId: recipient.id, acknowledgedAt: now });
  const text = autoAcknowledgement({ businessName: context.account().name });
  sendAutoReply(context, { channel: 'whatsapp', address: phone, recipientId: recipient.id, text, cause });
}
