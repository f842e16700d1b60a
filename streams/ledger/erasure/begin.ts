import { derivedId } from '../../../schemas/ids';
import { topics } from '../../../schemas/topics';
import { output } from '../../runtime/kafka/records';
import { UNDER_WAY, type Decision } from '../decision';
import type { Erasure } from './tables';
import type { Recipient } from '../people/tables';
import type { CommandContext } from '../command-context';
import { hashKey, numberKey } from '../store/row-keys';
import { knownNumbers } from './kept-stops';

/** Far enough apart that no two steps derive the same id. */
const IDS_PER_STEP = 1 << 16;

interface Beginning {
  readonly kind: Erasure['kind'];
  readonly email: string;
  readonly recipient: Recipient | undefined;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * An erasure is many steps, because a person with 10,000 messages must not hold up everybody else (ERASE-3). What has
 * to be gone at once is gone with this decision. The last step answers the request.
 */
export function beginErasure(
  context: CommandContext,
  { kind, email, recipient, counts }: Beginning,
): Decision {
  const { businessId, rules, header } = context;
  context.set.erasures.save({
    businessId,
    id: context.commandId,
    kind,
    recipientId: recipient?.id ?? null,
    addressHash: rules.hash('address', email),
    numbers: knownNumbers(context, recipient).map(hashKey),
    keyHash: header.identity?.key_hash ?? null,
    fingerprint: header.identity?.fingerprint ?? null,
    counts,
    startedAt: context.now,
  });
  nextStep(context, context.commandId);
  return UNDER_WAY;
}

/** Writes the command of the next step. */
export function nextStep(context: CommandContext, erasureId: string): void {
  const { businessId, header } = context;
  context.outputs.push(
    output(topics.commands, businessId, {
      command_id: derivedId('cmd', context.commandId, IDS_PER_STEP),
      business_id: businessId,
      issued_at: context.now.getTime(),
      reply_to: header.replyTo,
      idempotency: null,
      body: { EraseChunk: { erasure_id: erasureId } },
    }),
  );
}

/**
 * Drops the acknowledgement holds that belong to the erased history: those of every number that the recipient wrote
 * from, and that of the number they hold now, even if somebody else wrote from it (ERASE-17). Returns how many.
 */
export function dropAcknowledgements(
  { businessId, rules, set }: CommandContext,
  { id, phone }: Recipient,
): number {
  const { acknowledgements } = set;
  const holds = new Set(acknowledgements.by('recipient', id));
  const numberHash = phone === null ? null : rules.hash('number', phone);
  const held = numberHash === null ? undefined : acknowledgements.get(numberKey({ businessId, numberHash }));
  if (held !== undefined) holds.add(held);
  for (const hold of holds) acknowledgements.remove(hold);
  return holds.size;
}
