import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { PushMessage } from '../../../schemas/generated/command';
import type { PaidChannel } from '../../../schemas/channels';
import { emitChannelEvent, type AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { Message } from '../messages/tables';
import type { CommandContext } from '../command-context';
import { nudgeByEmail } from './nudge-by-email';
import { nudgeByPaidChannel, type Asked, type When } from './nudge-by-paid-channel';
import { newSend } from './new-send';
import { paidChannels } from '../../channels/channels';

/** What became of each channel; null if the channel was not considered. */
export interface ChannelSends extends Readonly<Record<PaidChannel, Send | null>> {
  readonly email: Send;
}

interface Pushed {
  readonly addressed: AddressedMessage;
  readonly push: PushMessage;
  readonly phoneConflict: boolean;
}

/**
 * Queues an email always, and a text and a WhatsApp message as the account and the push say. The text is charged before
 * the WhatsApp message (CREDIT-5).
 */
export function nudge(context: CommandContext, pushed: Pushed): ChannelSends {
  const { addressed, push } = pushed;
  const sendAt = push.send_at === null ? null : new Date(push.send_at);
  const email = nudgeByEmail(context, addressed, sendAt);
  const ownText = consider(context, pushed, 'sms');
  const hasOwnText = ownText !== null && isOnItsWay(ownText.send);
  const whatsapp = consider(context, pushed, 'whatsapp', push.sms_if_whatsapp_fails && !hasOwnText);
  const textInstead = whatsapp?.textInstead === true && push.sms_if_whatsapp_fails && !hasOwnText;
  const sms = textInstead
    ? nudgeByPaidChannel(context, addressed, {
        channel: 'sms',
        when: whenTo(context, push, 'whatsapp'),
        phoneConflict: pushed.phoneConflict,
        fallbackOf: 'whatsapp',
      })
    : ownText;
  return { email, sms: sms?.send ?? null, whatsapp: whatsapp?.send ?? null };
}

export function isOnItsWay({ state }: Send): boolean {
  return state === 'armed' || state === 'scheduled' || state === 'queued';
}

/** What became of a paid channel, as the answers show it (CHAN-2). */
export function channelOutcome(send: Send): ResponseBody<'ChannelOutcome'> {
  return {
    queued: isOnItsWay(send),
    credits: send.credits,
    skipped_reason: send.skippedReason,
    escalates_at: send.escalatesAt?.toISOString() ?? null,
  };
}

/** The message with its next nudge begun. */
export function nextNudge(message: Message): Message {
  return { ...message, nudge: message.nudge + 1, openedAt: null, scheduledFor: null };
}

function consider(
  context: CommandContext,
  pushed: Pushed,
  channel: PaidChannel,
  fallbackAsked = false,
): Asked | null {
  const { addressed, push, phoneConflict } = pushed;
  const mode = paidChannels[channel].modeOf(context.account());
  const isNamed = push.channels?.includes(channel);
  if (isNamed === undefined && mode !== 'on') return null;
  if (isNamed === false) {
    return mode === 'on' || mode === 'on_request' ? leftOut(context, addressed, channel) : null;
  }
  const when = whenTo(context, push, channel);
  return nudgeByPaidChannel(context, addressed, { channel, when, phoneConflict, fallbackAsked });
}

/** The account would send on this channel, but the push leaves it out (CHAN-1). */
function leftOut(context: CommandContext, addressed: AddressedMessage, channel: PaidChannel): Asked {
  const send: Send = {
    ...newSend(context, addressed.message, channel),
    state: 'skipped',
    skippedReason: 'disabled_by_request',
  };
  context.set.sends.save(send);
  emitChannelEvent(context, `${channel}.skipped`, addressed, send);
  return { send, textInstead: false };
}

/** An escalation holds the channels that the push names (NUDGE-10). Its minutes count from the email (NUDGE-13). */
function whenTo(context: CommandContext, push: PushMessage, channel: PaidChannel): When {
  const minutes = push.escalate_if_unread_after_minutes;
  const emailAt = push.send_at ?? context.now.getTime();
  if (minutes !== null && push.channels?.includes(channel) === true) {
    return { kind: 'armed', at: new Date(emailAt + minutes * 60_000), afterMinutes: minutes };
  }
  return push.send_at === null ? { kind: 'now' } : { kind: 'scheduled', at: new Date(push.send_at) };
}
