import type { PaidChannel } from '../../../schemas/channels';
import type { NumberStop, Recipient } from '../people/tables';
import type { CommandContext } from '../command-context';
import { addressKey, numberKey } from '../store/row-keys';

/** What outlives the person, as keyed hashes: every stop is written down for the number that the recipient holds last. */
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

/** D10: `kept` counts what is on record, also where nothing was deleted. Numbers that come up later add theirs. */
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

/** The number that the recipient holds and the one held before it, which no send may name; as keyed hashes, each once. */
export function knownNumbers({ rules }: CommandContext, recipient: Recipient | undefined): Buffer[] {
  const held = typeof recipient?.phone === 'string' ? [rules.hash('number', recipient.phone)] : [];
  const left = recipient?.leftNumberHash ?? null;
  return left === null || held.some((hash) => hash.equals(left)) ? held : [...held, left];
}

/** What is kept of these numbers, whose keyed hashes they are. */
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

/** Where a WhatsApp stop was made is not kept with the recipient, so inbox and dashboard count as one. */
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
