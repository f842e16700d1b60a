import type { ResponseBody } from '../../../schemas/api/response-shapes';
import { channelOutcome, isOnItsWay, type ChannelSends } from '../delivery/nudge';
import type { Recipient } from '../people/tables';
import { shownFacts } from './order-facts';
import type { Message } from './tables';

interface Pushed {
  readonly created: boolean;
  readonly nudged: boolean;
  readonly scheduledFor: Date | null;
  /** Null if the push sends no nudge. */
  readonly nudge: ChannelSends | null;
  readonly optIn: ResponseBody<'OptInResult'> | null;
}

/** The answer to a push. Fields that do not apply are null, never absent (MSG-13). */
export function pushResult(
  message: Message,
  recipient: Recipient,
  pushed: Pushed,
): ResponseBody<'PushResult'> {
  const { email = null, sms = null, whatsapp = null } = pushed.nudge ?? {};
  return {
    id: message.id,
    recipient_email: recipient.email,
    subject: message.subject,
    kind: message.kind,
    status: message.status,
    created: pushed.created,
    scheduled_for: pushed.scheduledFor?.toISOString() ?? null,
    nudged: pushed.nudged,
    email: email === null ? null : { sending: isOnItsWay(email), skipped_reason: email.skippedReason },
    sms: sms && channelOutcome(sms),
    sms_units: sms !== null && isOnItsWay(sms) ? 1 : 0,
    whatsapp: whatsapp && channelOutcome(whatsapp),
    whatsapp_opt_in: pushed.optIn,
    ...shownFacts(message),
    created_at: message.createdAt.toISOString(),
    updated_at: message.updatedAt.toISOString(),
  };
}
