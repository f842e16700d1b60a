import { paidGate } from '../../channels/paid-gate';
import { adjust } from '../accounts/credits';
import type { AddressedMessage } from './domain-events';
import { paidChannelOf } from './paid-channel';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { skipAtLast } from './endings';
import { paidFacts } from './facts';
import { enqueueSend } from './enqueue-send';

/**
 * A nudge that has waited goes to the number that its recipient holds now, because replies, reports and limits are
 * found by that number (NUDGE-18). It costs what the country of that number costs (CREDIT-8). Undefined: the balance
 * does not cover it, and the send has ended.
 */
export function toPresentNumber(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
): Send | undefined {
  const { phone, phoneCountry: country } = addressed.recipient;
  if (send.channel === 'email' || phone === null) return send;
  const adjusted = adjust(
    context,
    addressed,
    { ...send, phone, country },
    context.rules.price(country ?? ''),
  );
  if (adjusted !== undefined) return adjusted;
  const refusal = paidGate(paidChannelOf(send), paidFacts(context, addressed));
  skipAtLast(context, addressed, send, refusal?.reason ?? 'insufficient_credit');
  return undefined;
}

/** The attempt is due: enqueues the send again, to the present number. */
export function enqueueAgain(context: CommandContext, addressed: AddressedMessage, send: Send): void {
  const readdressed = toPresentNumber(context, addressed, send);
  if (readdressed === undefined) return;
  context.set.sends.save(readdressed);
  enqueueSend(context, readdressed);
}
