import type { ErrorCode } from '../../../schemas/api/errors';
import type { ResendNudge } from '../../../schemas/generated/command';
import { paidChannelNamed, type PaidChannel } from '../../../schemas/channels';
import { refused, type Decide } from '../decision';
import { nudgeByPaidChannel } from './nudge-by-paid-channel';
import { mayFallBack, settleFallback } from './fallback';
import { channelOutcome, isOnItsWay } from './nudge';
import type { Send } from './tables';
import { takesOverFrom } from '../../channels/channels';

/** Sends a text or WhatsApp message that never went, charged again (NUDGE-19). */
export const resendNudge: Decide<ResendNudge> = (context, { message_id: id, channel: name }) => {
  const channel = paidChannelNamed(name);
  const message = context.message(id);
  const recipient = message && context.recipient(message.recipientId);
  if (message === undefined || recipient === undefined) return refused('message.not_found');
  if (message.status === 'retracted') return refused('message.not_active');
  const sends = context.sendsOf(message);
  const refusal = refusalFor(channel, sends);
  if (refusal !== null) return refused(refusal);

  const { send } = nudgeByPaidChannel(context, { message, recipient }, { channel, when: { kind: 'now' } });
  if (isOnItsWay(send)) {
    context.set.messages.save({ ...message, nudged: true });
    // The resent text takes the place of the fallback that might have followed (NUDGE-16).
    const waiting = takesOverFrom(channel) === null ? [] : sends.filter(mayFallBack);
    for (const each of waiting) settleFallback(context, each);
  }
  return { status: 200, body: channelOutcome(send) };
};

/** The newest send of the channel decides, and the first code that applies is returned (NUDGE-20). */
function refusalFor(channel: PaidChannel, sends: readonly Send[]): ErrorCode | null {
  const newest = sends.findLast((send) => send.channel === channel);
  if (newest === undefined) return null;
  const fallback = sends.findLast((send) => send.fallbackOf === channel && send.nudge === newest.nudge);
  if (fallback !== undefined && !NOT_GONE.includes(fallback.state)) return 'whatsapp.escalated_to_sms';
  if (isOnItsWay(newest) || newest.state === 'delivered' || newest.state === 'read') {
    return `${channel}.already_sent`;
  }
  return newest.errorCode === `${channel}.submit_outcome_unknown` ? `${channel}.may_have_sent` : null;
}

/** The text was refused or cancelled, or it still waits for its time. */
const NOT_GONE: readonly string[] = ['rejected', 'skipped', 'cancelled', 'armed', 'scheduled'];
