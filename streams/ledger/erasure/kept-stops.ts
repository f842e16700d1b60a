import type { PaidChannel } from '../../../schemas/channels';
import type { NumberStop, Recipient } from '../people/tables';
import type { CommandContext } from '../command-context';
import { addressKey, numberKey } from '../store/row-keys';

/**
 * Stores every stop of the recipient under the keyed hash of the number that they hold last, where it outlives the
 * person (ERASE-7).
 */
export function keepStops(context: CommandContext, recipient: Recipient): void {
  if (recipient.phone === null) return;
  const { businessId, rules, set } = context;
  const numberHash = rules.hash('number', recipient.phone);
  const isKept = (channel: PaidChannel, source: NumberStop['source']): boolean =>
    set.numberStops
      .by('number', numberKey({ businessId, numberHash }))
      .some((stop) => stop.channel === channel && isSame(stop.source, source));
  for (const { channel, source, at: stoppedAt } of stopsOf(recipient)) {
    if (stoppedAt === null || isKept(channel, source)) continue;
    set.numberStops.save({ businessId, numberHash, channel, source, stoppedAt });
  }
}

/** `kept` counts what is on record, even if nothing was deleted (ERASE-4). Numbers that come up later add theirs. */
export function countKept(
  context: CommandContext,
  email: string,
  recipient: Recipient | undefined,
): Readonly<Record<string, number>> {
  const { businessId, rules, set } = context;
  const addressHash = rules.hash('address', email);
  return {
    email_suppressions: set.suppressions.by('address', addressKey({ businessId, addressHash })).length,
    ...countStops(context, knownNumbers(context, recipient)),
  };
}

/**
 * Keyed hashes of the number that the recipient holds and the number held before, each once. The earlier one is
 * included because there may be no send that names it.
 */
export function knownNumbers({ rules }: CommandContext, recipient: Recipient | undefined): Buffer[] {
  const held = typeof recipient?.phone === 'string' ? [rules.hash('number', recipient.phone)] : [];
  const left = recipient?.leftNumberHash ?? null;
  return left === null || held.some((hash) => hash.equals(left)) ? held : [...held, left];
}

/** Counts the stops that are kept under these keyed hashes of numbers. */
export function countStops(
  { businessId, set }: CommandContext,
  numberHashes: readonly Buffer[],
): Readonly<Record<`${PaidChannel}_opt_outs`, number>> {
  const stops = numberHashes.flatMap((numberHash) =>
    set.numberStops.by('number', numberKey({ businessId, numberHash })),
  );
  return {
    sms_opt_outs: stops.filter(({ channel }) => channel === 'sms').length,
    whatsapp_opt_outs: stops.filter(({ channel }) => channel === 'whatsapp').length,
  };
}

/** The recipient's row does not say where a WhatsApp stop was made, so inbox and dashboard count as one. */
function isSame(kept: NumberStop['source'], source: NumberStop['source']): boolean {
  return kept === source || (source === 'inbox' && kept === 'dashboard');
}

interface Stop {
  readonly channel: PaidChannel;
  readonly source: NumberStop['source'];
  readonly at: Date | null;
}

function stopsOf(recipient: Recipient): Stop[] {
  const fromInbox = recipient.smsStopSource === 'dashboard' ? 'dashboard' : 'inbox';
  return [
    { channel: 'sms', source: 'text', at: recipient.smsTextStoppedAt },
    { channel: 'sms', source: fromInbox, at: recipient.smsStoppedAt },
    { channel: 'whatsapp', source: 'text', at: recipient.whatsappTextStoppedAt },
    { channel: 'whatsapp', source: 'inbox', at: recipient.whatsappStoppedAt },
    { channel: 'whatsapp', source: 'withdrawn', at: recipient.whatsappWithdrawnAt },
  ];
}
