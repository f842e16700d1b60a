import {
  emitAccountEvent,
  emitChannelEvent,
  recordChannelEvent,
  type AddressedMessage,
} from '../delivery/domain-events';
import { paidChannelOf } from '../delivery/paid-channel';
import type { Business, CreditEntry } from './tables';
import type { Send } from '../delivery/tables';
import type { CommandContext } from '../command-context';

/** Charges the send. Undefined: the balance does not cover the price (CREDIT-4). */
export function charge(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  price: number,
): Send | undefined {
  const business = context.business();
  if (business === undefined || business.balance < price) return undefined;
  const balance = business.balance - price;
  enter(context, business, { kind: 'charge', amount: -price, balance, sendId: send.id });
  const charged = { ...send, credits: price };
  emitChannelEvent(context, `${paidChannelOf(send)}.charged`, addressed, charged);
  emitLowBalance(context);
  return charged;
}

/** Gives the credits of the send back. The caller ends the send, so this happens once (CREDIT-7). */
export function refund(context: CommandContext, addressed: AddressedMessage, send: Send): Send {
  const business = context.business();
  if (business === undefined || send.credits === 0) return send;
  const balance = business.balance + send.credits;
  enter(context, business, { kind: 'refund', amount: send.credits, balance, sendId: send.id });
  emitChannelEvent(context, `${paidChannelOf(send)}.refunded`, addressed, send);
  return { ...send, credits: 0 };
}

/** Charges or gives back the difference to another price (CREDIT-8). Undefined: the balance does not cover it. */
export function adjust(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  price: number,
): Send | undefined {
  const business = context.business();
  const difference = price - send.credits;
  if (difference === 0) return send;
  if (business === undefined || business.balance < difference) return undefined;
  const balance = business.balance - difference;
  const note = `number now in ${send.country ?? 'no country'}: ${String(price)} instead of ${String(send.credits)}`;
  enter(context, business, { kind: 'adjustment', amount: -difference, balance, sendId: send.id, note });
  const adjusted = { ...send, credits: price };
  emitChannelEvent(context, `${paidChannelOf(send)}.repriced`, addressed, adjusted);
  if (difference > 0) emitLowBalance(context);
  return adjusted;
}

/** Refunds a send whose recipient is being erased: the event has ids only (ERASE-10). */
export function refundUnnamed(context: CommandContext, send: Send): void {
  const business = context.business();
  if (business === undefined || send.credits === 0) return;
  const balance = business.balance + send.credits;
  enter(context, business, { kind: 'refund', amount: send.credits, balance, sendId: send.id });
  recordChannelEvent(context, `${paidChannelOf(send)}.refunded`, send);
}

/** Adds credits. A balance that reaches the threshold arms the low-balance event again (CREDIT-10). */
export function topUp(
  context: CommandContext,
  business: Business,
  amount: number,
  note: string | null,
): Business {
  const balance = business.balance + amount;
  enter(context, business, { kind: 'top_up', amount, balance, sendId: null, note });
  const after = context.business() ?? business;
  if (!after.lowBalanceTold || balance < after.lowBalanceThreshold) return after;
  const rearmed = { ...after, lowBalanceTold: false };
  context.set.businesses.save(rearmed);
  return rearmed;
}

function enter(
  context: CommandContext,
  business: Business,
  entry: Pick<CreditEntry, 'kind' | 'amount' | 'balance' | 'sendId'> & { readonly note?: string | null },
): void {
  context.set.creditEntries.save({
    note: null,
    ...entry,
    businessId: business.id,
    id: context.id('crd'),
    createdAt: context.now,
  });
  context.set.businesses.save({ ...business, balance: entry.balance });
}

/** Emits the event once per descent below the threshold (CREDIT-10). */
function emitLowBalance(context: CommandContext): void {
  const business = context.business();
  if (business === undefined || business.lowBalanceTold || business.balance >= business.lowBalanceThreshold) {
    return;
  }
  context.set.businesses.save({ ...business, lowBalanceTold: true });
  emitAccountEvent(context, 'credits.low_balance', {
    balance: business.balance,
    threshold: business.lowBalanceThreshold,
  });
}
