import { paidGate } from '../../channels/paid-gate';
import { adjust } from '../accounts/credits';
import type { Concerned } from './domain-events';
import { paidChannelOf } from './paid-channel';
import type { Send } from './tables';
import type { Turn } from '../command-context';
import { skipAtLast } from './endings';
import { paidFacts } from './facts';
import { handOver } from './hand-over';

/**
 * A nudge that has waited goes to the number that its recipient holds now: replies, reports and limits are found by it. If
 * that is in another country, it costs what that country costs. Undefined: the balance does not reach, and the send has ended.
 */
export function toPresentNumber(turn: Turn, concerned: Concerned, send: Send): Send | undefined {
  const { phone, phoneCountry: country } = concerned.recipient;
  if (send.channel === 'email' || phone === null) return send;
  const adjusted = adjust(turn, concerned, { ...send, phone, country }, turn.rules.price(country ?? ''));
  if (adjusted !== undefined) return adjusted;
  const refusal = paidGate(paidChannelOf(send), paidFacts(turn, concerned));
  skipAtLast(turn, concerned, send, refusal?.reason ?? 'insufficient_credit');
  return undefined;
}

/** Its attempt is due, at the number of now. */
export function handOverAnew(turn: Turn, concerned: Concerned, send: Send): void {
  const readdressed = toPresentNumber(turn, concerned, send);
  if (readdressed === undefined) return;
  turn.set.sends.save(readdressed);
  handOver(turn, readdressed);
}
