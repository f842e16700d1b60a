import { output } from '../../runtime/kafka/records';
import { channelHappened, emailHappened, type Concerned } from './domain-events';
import type { Send } from './tables';
import type { Turn } from '../command-context';
import { sendTopics } from '../../channels/channels';

/** The send's attempt is due now: a sender of its channel takes it from here. */
export function handOver(turn: Turn, send: Send): void {
  const { id, businessId, recipientId, attempt, channel } = send;
  turn.outputs.push(
    output(sendTopics[channel], recipientId, { send_id: id, business_id: businessId, attempt }),
  );
}

/** Queued for the first time: data teams hear of it, and a sender takes it. */
export function queue(turn: Turn, concerned: Concerned, send: Send): Send {
  const queued: Send = { ...send, state: 'queued', queuedAt: turn.now, updatedAt: turn.now };
  turn.set.sends.save(queued);
  tellQueued(turn, concerned, queued);
  handOver(turn, queued);
  return queued;
}

function tellQueued(turn: Turn, concerned: Concerned, send: Send): void {
  const { channel } = send;
  if (channel === 'email') emailHappened(turn, 'message.queued', concerned, { send });
  else channelHappened(turn, `${channel}.queued`, concerned, send);
}
