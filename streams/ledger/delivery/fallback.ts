import { channelHappened, type Concerned } from './domain-events';
import type { Send } from './tables';
import type { Turn } from '../command-context';
import { askPaid } from './ask-paid';

/**
 * WhatsApp proved undeliverable: the text goes instead, if it was asked for and has not gone. To ask for it is to ask for
 * SMS, so it passes every gate but the request's own (D3).
 */
export function fallBack(turn: Turn, concerned: Concerned, whatsapp: Send): void {
  if (!whatsapp.fallbackAsked) return;
  settleFallback(turn, whatsapp);
  const wish = { channel: 'sms', when: { kind: 'now' }, fallbackOf: 'whatsapp' } as const;
  const { send } = askPaid(turn, concerned, wish);
  // The push was answered long ago: without this nobody would hear that a gate refused it (2.13).
  if (send.state === 'skipped') channelHappened(turn, 'sms.rejected', concerned, send);
}

/** A text may still follow it: none does where a gate refused the WhatsApp message itself. */
export function mayFallBack({ fallbackAsked, state }: Send): boolean {
  return fallbackAsked && state !== 'skipped';
}

/** No text will follow any more: it went, or the WhatsApp message arrived, or it was called off. */
export function settleFallback(turn: Turn, whatsapp: Send): Send {
  turn.dropTimer(whatsapp.id, 'fallback');
  const settled = { ...whatsapp, fallbackAsked: false };
  turn.set.sends.save(settled);
  return settled;
}

/** 2.13: so long the platform has for its own status, then the text goes. */
const STATUS_WAIT_MS = 5 * 60_000;

export function waitForStatus(turn: Turn, whatsapp: Send): void {
  if (!whatsapp.fallbackAsked) return;
  turn.setTimer(whatsapp.id, 'fallback', new Date(turn.now.getTime() + STATUS_WAIT_MS));
}
