import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { attemptKey } from '../store/row-keys';

/**
 * Stores how the present attempt ended. The row is the sender's; there is none if a gate refused at the last moment.
 */
export function endAttempt(context: CommandContext, { id: sendId, attempt }: Send, outcome: string): void {
  const begun = context.set.attempts.get(attemptKey({ sendId, attempt }));
  if (begun !== undefined) context.set.attempts.save({ ...begun, outcome });
}
