import type { AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';

/** A send with the message and the recipient that a decision about it needs. */
export interface FoundSend {
  readonly send: Send;
  readonly addressed: AddressedMessage;
}

/** The send with its message and recipient; undefined if one of them is gone. */
export function findSend(context: CommandContext, id: string): FoundSend | undefined {
  const send = context.send(id);
  const message = send && context.message(send.messageId);
  const recipient = send && context.recipient(send.recipientId);
  if (send === undefined || message === undefined || recipient === undefined) return undefined;
  return { send, addressed: { message, recipient } };
}
