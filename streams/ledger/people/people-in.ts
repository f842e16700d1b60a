import type { Command } from '../../../schemas/generated/command';
import { needsOf } from '../store/needs';
import type { PlatformSettings, CommandContext } from '../command-context';
import { hashKey } from '../store/row-keys';

/**
 * Keyed hashes of the addresses and numbers in a command, so that its dead letter is erased with the person (ERASE-13).
 */
export function peopleIn(command: Command, rules: Pick<PlatformSettings, 'hash'>): string[] {
  const { addresses, phones, texts, acknowledged } = needsOf([command]);
  return [
    ...addresses.map(({ email }) => hashKey(rules.hash('address', email))),
    ...[...phones, ...texts, ...acknowledged.phones].map(({ phone }) => hashKey(rules.hash('number', phone))),
    ...('ReceiveReply' in command.body ? [replyOf(command.body.ReceiveReply.recipient_id)] : []),
  ];
}

/**
 * Marks a dead letter that holds a reply: erasing the WhatsApp history removes it, although the recipient stays
 * (ERASE-15).
 */
export function replyOf(recipientId: string): string {
  return `reply of ${recipientId}`;
}

/** Whom an outcome about this address names: the recipient, or the keyed hash of an address without one. */
export function personOf(context: CommandContext, email: string): string {
  return context.recipientByEmail(email)?.id ?? hashKey(context.rules.hash('address', email));
}
