import { accountHappened, channelHappened, channelRecorded, type Concerned } from '../delivery/domain-events';
import { paidChannelOf } from '../delivery/paid-channel';
import type { Business, CreditEntry } from './tables';
import type { Send } from '../delivery/tables';
import type { Turn } from '../command-context';

/** The send with what it costs taken from the balance; undefined when the balance does not cover it (2.3). */
export function charge(turn: Turn, concerned: Concerned, send: Send, price: number): Send | undefined {
  const business = turn.business();
  if (business === undefined || business.balance < price) return undefined;
  const balance = business.balance - price;
  enter(turn, business, { kind: 'charge', amount: -price, balance, sendId: send.id });
  const charged = { ...send, credits: price };
  channelHappened(turn, `${paidChannelOf(send)}.charged`, concerned, charged);
  tellLowBalance(turn);
  return charged;
}

/** The send with its credits given back. Whoever calls it ends the send, so this happens once. */
export function refund(turn: Turn, concerned: Concerned, send: Send): Send {
  const business = turn.business();
  if (business === undefined || send.credits === 0) return send;
  const balance = business.balance + send.credits;
  enter(turn, business, { kind: 'refund', amount: send.credits, balance, sendId: send.id });
  channelHappened(turn, `${paidChannelOf(send)}.refunded`, concerned, send);
  return { ...send, credits: 0 };
}

/** The send at another price, the difference taken or given back; undefined when the balance does not cover it. */
export function adjust(turn: Turn, concerned: Concerned, send: Send, price: number): Send | undefined {
  const business = turn.business();
  const difference = price - send.credits;
  if (difference === 0) return send;
  if (business === undefined || business.balance < difference) return undefined;
  const balance = business.balance - difference;
  const note = `number now in ${send.country ?? 'no country'}: ${String(price)} instead of ${String(send.credits)}`;
  enter(turn, business, { kind: 'adjustment', amount: -difference, balance, sendId: send.id, note });
  const adjusted = { ...send, credits: price };
  channelHappened(turn, `${paidChannelOf(send)}.repriced`, concerned, adjusted);
  if (difference > 0) tellLowBalance(turn);
  return adjusted;
}

/** The same as a refund for a send whose recipient is being erased: told by ids alone. */
export function refundUnnamed(turn: Turn, send: Send): void {
  const business = turn.business();
  if (business === undefined || send.credits === 0) return;
  const balance = business.balance + send.credits;
  enter(turn, business, { kind: 'refund', amount: send.credits, balance, sendId: send.id });
  channelRecorded(turn, `${paidChannelOf(send)}.refunded`, send);
}

export function topUp(turn: Turn, business: Business, amount: number, note: string | null): Business {
  const balance = business.balance + amount;
  enter(turn, business, { kind: 'top_up', amount, balance, sendId: null, note });
  const after = turn.business() ?? business;
  if (!after.lowBalanceTold || balance < after.lowBalanceThreshold) return after;
  const rearmed = { ...after, lowBalanceTold: false };
  turn.set.businesses.save(rearmed);
  return rearmed;
}

function enter(
  turn: Turn,
  business: Business,
  entry: Pick<CreditEntry, 'kind' | 'amount' | 'balance' | 'sendId'> & { readonly note?: string | null },
): void {
  turn.set.creditEntries.save({
    note: null,
    ...entry,
    businessId: business.id,
    id: turn.id('crd'),
    createdAt: turn.now,
  });
  turn.set.businesses.save({ ...business, balance: entry.balance });
}

/** D8: once per descent below the threshold. */
function tellLowBalance(turn: Turn): void {
  const business = turn.business();
  if (business === undefined || business.lowBalanceTold || business.balance >= business.lowBalanceThreshold) {
    return;
  }
  turn.set.businesses.save({ ...business, lowBalanceTold: true });
  accountHappened(turn, 'credits.low_balance', {
    balance: business.balance,
    threshold: business.lowBalanceThreshold,
  });
}
