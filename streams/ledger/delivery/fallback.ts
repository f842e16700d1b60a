import { emitChannelEvent, type AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { nudgeByPaidChannel } from './nudge-by-paid-channel';

/**
 * WhatsApp proved undeliverable, so the text goes instead, if the push asked for it and none has gone. To ask for it is
 * to ask for SMS, so the mode `on_request` and `channels` do not stop the text; every other gate applies (NUDGE-16).
 */
export function fallBack(context: CommandContext, addressed: AddressedMessage, whatsapp: Send): void {
  if (!whatsapp.fallbackAsked) return;
  settleFallback(context, whatsapp);
  const request = { channel: 'sms', when: { kind: 'now' }, fallbackOf: 'whatsapp' } as const;
  const { send } = nudgeByPaidChannel(context, addressed, request);
  // The push was answered long ago, so only this event reports that a gate refused the text (NUDGE-16).
  if (send.state === 'skipped') emitChannelEvent(context, 'sms.rejected', addressed, send);
}

/** A text may still follow. None follows a WhatsApp message that a gate refused. */
export function mayFallBack({ fallbackAsked, state }: Send): boolean {
  return fallbackAsked && state !== 'skipped';
}

/** No text will follow any more: it went, or the WhatsApp message arrived or was cancelled. */
export function settleFallback(context: CommandContext, whatsapp: Send): Send {
  context.dropTimer(whatsapp.id, 'fallback');
  const settled = { ...whatsapp, fallbackAsked: false };
  context.set.sends.save(settled);
  return settled;
}

/** How long the platform has to report a status before the text goes (NUDGE-15). */
const STATUS_WAIT_MS = 5 * 60_000;

export function waitForStatus(context: CommandContext, whatsapp: Send): void {
  if (!whatsapp.fallbackAsked) return;
  context.setTimer(whatsapp.id, 'fallback', new Date(context.now.getTime() + STATUS_WAIT_MS));
}
