import type { Send } from './tables';
import type { Turn } from '../command-context';
import { hashKey } from '../store/row-keys';
import { paidChannels } from '../../channels/channels';

/** D3: for so long a number counts as not on WhatsApp, or until a message is delivered to it. */
const UNREACHABLE_MS = 30 * 86_400_000;

export function learnUnreachable(turn: Turn, { phone }: Send): void {
  if (phone === null) return;
  const numberHash = turn.rules.hash('number', phone);
  turn.set.unreachableNumbers.save({ numberHash, until: new Date(turn.now.getTime() + UNREACHABLE_MS) });
}

export function learnReachable(turn: Turn, { phone, channel }: Send): void {
  if (phone === null || channel === 'email' || !paidChannels[channel].learnsReach) return;
  const numberHash = turn.rules.hash('number', phone);
  const known = turn.set.unreachableNumbers.get(hashKey(numberHash));
  if (known !== undefined) turn.set.unreachableNumbers.remove(known);
}
