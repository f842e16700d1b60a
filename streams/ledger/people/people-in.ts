import type { Command } from '../../../schemas/generated/command';
import { needsOf } from '../store/needs';
import type { PlatformSettings, CommandContext } from '../command-context';
import { hashKey } from '../store/row-keys';

/** Keyed hashes of the addresses and numbers in a command: what is put aside of it is erased with the person. */
export function peopleIn(command: Command, rules: Pick<PlatformSettings, 'hash'>): string[] {
  const { addresses, phones, texts, acknowledged } = needsOf([command]);
  return [
    ...addresses.map(({ email }) => hashKey(rules.hash('address', email))),
    ...[...phones, ...texts, ...acknowledged.phones].map(({ phone }) => hashKey(rules.hash('number', phone))),
    ...('ReceiveReply' in command.body ? [replyOf(command.body.ReceiveReply.recipient_id)] : []),
  ];
}

/** A reply goes with the history of somebody's replies too, where they themselves stay. */
export function replyOf(recipientId: string): string {
  return `reply of ${recipientId}`;
}

/** Whom an answer about this address names: the recipient, or nobody that is known yet. */
export function personOf(context: CommandContext, email: string): string {
  return context.recipientByEmail(email)?.id ?? hashKey(context.rules.hash('address', email));
}
