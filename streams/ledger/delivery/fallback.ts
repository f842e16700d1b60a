import { emitChannelEvent, type AddressedMessage } from './domain-events';
import type { Send } from './tables';
import type { CommandContext } from '../command-context';
import { askPaid } from './ask-paid';

/**
 * WhatsApp proved undeliverable: the text goes instead, if it was asked for and has not gone. To ask for it is to ask for
 * SMS, so it passes every gate but the request's own (D3).
 */
export function fallBack(context: CommandContext, addressed: AddressedMessage, whatsapp: Send): void {
  if (!whatsapp.fallbackAsked) return;
  settleFallback(context, whatsapp);
  const request = { channel: 'sms', when: { kind: 'now' }, fallbackOf: 'whatsapp' } as const;
  const { send } = askPaid(context, addressed, request);
  // The push was answered long ago: without this nobody would hear that a gate refused it (2.13).
  if (send.state === 'skipped') emitChannelEvent(context, 'sms.rejected', addressed, send);
}

/** A text may still follow it: none does where a gate refused the WhatsApp message itself. */
export function mayFallBack({ fallbackAsked, state }: Send): boolean {
  return fallbackAsked && state !== 'skipped';
}

/** No text will follow any more: it went, or the WhatsApp message arrived, or it was called off. */
export function settleFallback(context: CommandContext, whatsapp: Send): Send {
  context.dropTimer(whatsapp.id, 'fallback');
  const settled = { ...whatsapp, fallbackAsked: false };
  context.set.sends.save(settled);
  return settled;
}

/** 2.13: so long the platform has for its own status, then the text goes. */
const STATUS_WAIT_MS = 5 * 60_000;

export function waitForStatus(context: CommandContext, whatsapp: Send): void {
  if (!whatsapp.fallbackAsked) return;
  context.setTimer(whatsapp.id, 'fallback', new Date(context.now.getTime() + STATUS_WAIT_MS));
}
