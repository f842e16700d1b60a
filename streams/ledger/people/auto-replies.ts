import { sendTopics } from '../../channels/channels';
import { output } from '../../runtime/kafka/records';
import type { AutoReply } from './tables';
import type { Channel } from '../../../schemas/channels';
import type { CommandContext } from '../command-context';

interface Wording {
  readonly channel: Channel;
  /** A number or an address. */
  readonly address: string;
  /** Our number that it comes from; null for the channel's own. */
  readonly sender?: string;
  /** A recipient, or the keyed hash of a number. */
  readonly recipientId: string;
  readonly subject?: string;
  readonly text: string;
  /** The provider's id of the text or reply that is answered. */
  readonly cause: string;
}

/**
 * Queues a free automatic reply to what somebody wrote. It is no nudge: nothing is charged, and its outcome is not
 * reported.
 */
export function sendAutoReply(context: CommandContext, wording: Wording): AutoReply {
  const { sender = null, subject = null, ...words } = wording;
  const autoReply: AutoReply = {
    businessId: context.businessId,
    id: context.id('aut'),
    createdAt: context.now,
    takenAt: null,
    ...words,
    sender,
    subject,
  };
  context.set.autoReplies.save(autoReply);
  const { businessId, id } = autoReply;
  context.outputs.push(
    output(sendTopics[autoReply.channel], id, { send_id: id, business_id: businessId, attempt: 1 }),
  );
  return autoReply;
}

/** Sends nothing, but stores the cause, so that a repeat from the provider counts once. */
export function remember(
  context: CommandContext,
  { channel, recipientId, cause }: Pick<Wording, 'channel' | 'recipientId' | 'cause'>,
): void {
  context.set.autoReplies.save({
    businessId: context.businessId,
    id: context.id('aut'),
    ...{ channel, recipientId, cause, address: '', sender: null, subject: null, text: '' },
    createdAt: context.now,
    takenAt: context.now,
  });
}
