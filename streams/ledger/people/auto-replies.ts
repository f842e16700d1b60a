import { sendTopics } from '../../channels/channels';
import { output } from '../../runtime/kafka/records';
import type { Notice } from './tables';
import type { Channel } from '../../../schemas/channels';
import type { Turn } from '../command-context';

interface Wording {
  readonly channel: Channel;
  /** A number or an address. */
  readonly address: string;
  /** Number of ours that it comes from; null for the channel's own. */
  readonly sender?: string;
  /** A recipient, or the keyed hash of a number. */
  readonly recipientId: string;
  readonly subject?: string;
  readonly text: string;
  /** The provider's id of what is answered. */
  readonly cause: string;
}

/** A free answer to what somebody wrote. It is no nudge: nothing is charged, and nobody is told what became of it. */
export function notify(turn: Turn, wording: Wording): Notice {
  const { sender = null, subject = null, ...words } = wording;
  const notice: Notice = {
    businessId: turn.businessId,
    id: turn.id('ntc'),
    createdAt: turn.now,
    takenAt: null,
    ...words,
    sender,
    subject,
  };
  turn.set.notices.save(notice);
  const { businessId, id } = notice;
  turn.outputs.push(
    output(sendTopics[notice.channel], id, { send_id: id, business_id: businessId, attempt: 1 }),
  );
  return notice;
}

/** Nothing is said, but what was written counts once: a provider repeats what it thinks was not heard. */
export function remember(
  turn: Turn,
  { channel, recipientId, cause }: Pick<Wording, 'channel' | 'recipientId' | 'cause'>,
): void {
  turn.set.notices.save({
    businessId: turn.businessId,
    id: turn.id('ntc'),
    ...{ channel, recipientId, cause, address: '', sender: null, subject: null, text: '' },
    createdAt: turn.now,
    takenAt: turn.now,
  });
}
