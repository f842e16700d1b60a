import type { ResponseBody } from '../../../schemas/api/response-shapes';
import { isOnItsWay } from './nudge';
import type { Send } from './tables';

/** Specification 2.3: what became of a paid channel. */
export function channelOutcome(send: Send): ResponseBody<'ChannelOutcome'> {
  return {
    queued: isOnItsWay(send),
    credits: send.credits,
    skipped_reason: send.skippedReason,
    escalates_at: send.escalatesAt?.toISOString() ?? null,
  };
}
