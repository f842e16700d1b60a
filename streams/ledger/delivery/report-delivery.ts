import type { ReportDelivery } from '../../../schemas/generated/command';
import { NOTED, refused, type Decide, type Decision } from '../decision';
import { emitChannelEvent, emitEmailEvent, emitMessageEvent, type AddressedMessage } from './domain-events';
import { endAttempt } from './attempts';
import { cancelHeldText } from './cancel';
import { fail, failEmail } from './endings';
import { fallBack, settleFallback } from './fallback';
import { findSend, type FoundSend } from './found-send';
import { learnReachable, learnUnreachable } from './reachability';
import { markSubmitted } from './submitted';
import { paidChannelOf } from './paid-channel';
import type { Send } from './tables';
import type { Suppression } from '../people/tables';
import type { CommandContext } from '../command-context';
import { paidChannels } from '../../channels/channels';

/**
 * Reports come late, twice and out of order. Each changes what it can still change, and none moves credits twice
 * (NUDGE-8).
 */
export const reportDelivery: Decide<ReportDelivery> = (context, report) => {
  const found = findSend(context, report.send_id);
  if (found === undefined) return ofErased(context, report);
  if (!WAS_SUBMITTED.includes(found.send.state)) return NOTED;
  const { addressed } = found;
  const send = submittedByReport(context, addressed, found.send, report.provider_id);
  if (send.channel === 'email') emailReport(context, addressed, send, report.status);
  else paidReport(context, { addressed, send }, report.status);
  return NOTED;
};

/** A bounce or a complaint about the address of an erased recipient is kept under the hash alone (ERASE-14). */
function ofErased(context: CommandContext, { status, address_hash: addressHash }: ReportDelivery): Decision {
  const kind = SUPPRESSED_BY.get(status);
  if (kind === undefined || addressHash === null || context.business() === undefined) {
    return refused('send.not_found');
  }
  suppressAddress(context, addressHash, kind);
  return NOTED;
}

const SUPPRESSED_BY: ReadonlyMap<string, Suppression['kind']> = new Map([
  ['bounced_hard', 'bounced'],
  ['complained', 'complained'],
]);

/** A send that no provider ever had cannot be reported on. */
const WAS_SUBMITTED: readonly string[] = ['queued', 'delivered', 'read', 'failed'];

/** A report that overtakes the result of its attempt is that result (HAZ-16). */
function submittedByReport(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  providerId: string | null,
): Send {
  if (send.submittedAt !== null || send.state !== 'queued') return send;
  endAttempt(context, send, 'accepted');
  return markSubmitted(context, addressed, send, providerId);
}

/** A bounce and a complaint are about the address, so they are reported also for an email that belongs to no nudge. */
function emailReport(context: CommandContext, addressed: AddressedMessage, send: Send, status: string): void {
  if (status === 'delivered' && send.deliveredAt === null) {
    context.set.sends.save(deliveredNow(context, send));
    emitEmailEvent(context, 'message.delivered', addressed, { send });
  } else if (status === 'bounced_hard' || status === 'bounced_soft') {
    bounced(context, addressed, send, status === 'bounced_hard' ? 'hard' : 'soft');
  } else if (status === 'complained' && send.complainedAt === null) {
    context.set.sends.save({ ...send, complainedAt: context.now });
    emitMessageEvent(context, 'message.complained', addressed, { sendId: send.id });
    suppress(context, addressed, 'complained');
  } else if (status === 'failed') dropped(context, addressed, send);
}

/**
 * The provider accepted the email and then dropped it. An email that was delivered or bounced before stays so
 * (NUDGE-9).
 */
function dropped(context: CommandContext, addressed: AddressedMessage, send: Send): void {
  if (send.deliveredAt !== null || send.bouncedAt !== null) return;
  if (send.state === 'queued') failEmail(context, addressed, send, 'esp_refused');
  // The failure of an unknown outcome was reported before. This report only makes it certain.
  else context.set.sends.save({ ...send, errorCode: 'esp_refused', updatedAt: context.now });
}

/** Reported once. A hard bounce suppresses the address even if a soft one came first. */
function bounced(
  context: CommandContext,
  addressed: AddressedMessage,
  send: Send,
  reason: 'hard' | 'soft',
): void {
  if (send.bouncedAt === null) {
    context.set.sends.save({ ...send, bouncedAt: context.now });
    emitMessageEvent(context, 'message.bounced', addressed, { sendId: send.id, reason });
  }
  if (reason === 'hard') suppress(context, addressed, 'bounced');
}

function suppress(context: CommandContext, { recipient }: AddressedMessage, kind: Suppression['kind']): void {
  suppressAddress(context, context.rules.hash('address', recipient.email), kind);
  context.set.recipients.save({ ...recipient, suppressedAt: recipient.suppressedAt ?? context.now });
}

/**
 * A hard bounce suppresses for the business and for the shared domain, a complaint for the business only (CONSENT-17).
 */
function suppressAddress(context: CommandContext, addressHash: Buffer, kind: Suppression['kind']): void {
  const { businessId, now: suppressedAt } = context;
  context.set.suppressions.save({ businessId, addressHash, kind, suppressedAt });
  if (kind === 'bounced') context.set.platformSuppressions.save({ addressHash, suppressedAt });
}

function paidReport(context: CommandContext, scene: FoundSend, status: string): void {
  if (status === 'delivered') arrived(context, scene);
  else if (status === 'read') read(context, scene);
  else if (status === 'failed' || status === 'not_on_whatsapp') undelivered(context, scene, status);
}

/** Counts also after an unknown outcome and after a reported failure: what arrived has arrived (NUDGE-8). */
function arrived(context: CommandContext, { addressed, send }: FoundSend): Send {
  if (send.deliveredAt !== null) return send;
  learnReachable(context, send);
  const delivered = deliveredNow(context, settleFallback(context, send));
  context.set.sends.save(delivered);
  cancelHeldText(context, addressed, delivered);
  emitChannelEvent(context, `${paidChannelOf(send)}.delivered`, addressed, delivered);
  return delivered;
}

/** A delivered send was submitted, even if the provider never answered the attempt. */
function deliveredNow({ now }: CommandContext, send: Send): Send {
  const submittedAt = send.submittedAt ?? now;
  return { ...send, state: 'delivered', submittedAt, deliveredAt: now, errorCode: null, updatedAt: now };
}

/** A message that was read had arrived. */
function read(context: CommandContext, scene: FoundSend): void {
  const { readEvent } = paidChannels[paidChannelOf(scene.send)];
  if (scene.send.readAt !== null || readEvent === null) return;
  const delivered = arrived(context, scene);
  const seen: Send = { ...delivered, state: 'read', readAt: context.now, updatedAt: context.now };
  context.set.sends.save(seen);
  emitChannelEvent(context, readEvent, scene.addressed, seen);
}

function undelivered(context: CommandContext, { addressed, send }: FoundSend, status: string): void {
  if (send.deliveredAt !== null) return;
  if (status === 'not_on_whatsapp') learnUnreachable(context, send);
  const errorCode = `${send.channel}.undelivered`;
  // The failure of an unknown outcome was reported before. This report only makes it certain.
  const failed: Send =
    send.state === 'failed'
      ? { ...send, errorCode, updatedAt: context.now }
      : fail(context, addressed, send, errorCode);
  context.set.sends.save(failed);
  fallBack(context, addressed, failed);
}
