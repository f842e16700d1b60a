import { NoAnswer } from '../../../streams/runtime/commands/no-answer';
import { classifyFailure } from '../../../streams/runtime/failures/failures';
import { errorReply, unavailableReply } from './errors';
import type { HttpReply } from './reply';

/** The answer when a handler throws. It never shows the error itself (ERR-14). */
export function replyToFailure(error: unknown): HttpReply {
  if (error instanceof NoAnswer) return unavailableReply();
  const failure = classifyFailure(error);
  switch (failure) {
    case 'outage':
      return unavailableReply();
    case 'unstorable':
      return errorReply('request.unstorable_input');
    case 'defect':
      return errorReply('service.internal_error');
  }
}
