import type { PushMessage } from '../../schemas/generated/command';
import type { Business, ChannelMode } from './state';

/** Specification 2.3: what became of a paid channel in a push. */
export interface ChannelOutcome {
  readonly queued: boolean;
  readonly credits: number;
  readonly skipped_reason: string | null;
  readonly escalates_at: string | null;
}

export interface PaidOutcomes {
  readonly sms: ChannelOutcome | null;
  readonly whatsapp: ChannelOutcome | null;
}

/** D3: a channel is considered when the account has it on or the push names it; null means that it was not. */
export function paidOutcomes(business: Business, push: PushMessage): PaidOutcomes {
  if (push.notify === false) return { sms: null, whatsapp: null };
  return {
    sms: outcomeOf('sms', business.smsMode, push.channels),
    whatsapp: outcomeOf('whatsapp', business.whatsappMode, push.channels),
  };
}

function outcomeOf(
  channel: 'sms' | 'whatsapp',
  mode: ChannelMode,
  channels: readonly string[] | null,
): ChannelOutcome | null {
  const isEnabled = mode === 'on' || mode === 'on_request';
  if (channels === null) return mode === 'on' ? skipped('no_phone') : null;
  if (!channels.includes(channel)) return isEnabled ? skipped('disabled_by_request') : null;
  if (mode === 'not_enabled') return skipped(`${channel}_not_enabled`);
  // No number is held for anybody yet, so an enabled channel has nowhere to send to.
  return skipped(mode === 'off' ? `${channel}_disabled` : 'no_phone');
}

function skipped(reason: string): ChannelOutcome {
  return { queued: false, credits: 0, skipped_reason: reason, escalates_at: null };
}
