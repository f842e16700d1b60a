import type { Concerned } from './domain-events';
import type { Send } from './tables';
import type { Turn } from '../command-context';

export interface FoundSend {
  readonly send: Send;
  readonly concerned: Concerned;
}

/** The send with its message and recipient; undefined where one of them is gone. */
export function findSend(turn: Turn, id: string): FoundSend | undefined {
  const send = turn.send(id);
  const message = send && turn.message(send.messageId);
  const recipient = send && turn.recipient(send.recipientId);
  if (send === undefined || message === undefined || recipient === undefined) return undefined;
  return { send, concerned: { message, recipient } };
}
