import type { ReportDelivery } from '../../../schemas/generated/command';
import { NOTED, refused, type Decide, type Decision } from '../decision';
import { channelHappened, emailHappened, messageHappened, type Concerned } from './domain-events';
import { endAttempt } from './attempts';
import { callOffHeldText } from './cancel';
import { fail, failEmail } from './endings';
import { fallBack, settleFallback } from './fallback';
import { findSend, type FoundSend } from './found-send';
import { learnReachable, learnUnreachable } from './reachability';
import { markSubmitted } from './submitted';
import { paidChannelOf } from './paid-channel';
import type { Send } from './tables';
import type { Suppression } from '../people/tables';
import type { Turn } from '../command-context';
import { paidChannels } from '../../channels/channels';

/** Reports come late, twice and out of order: each changes what it can still change, and nothing moves money twice. */
export const reportDelivery: Decide<ReportDelivery> = (turn, report) => {
  const found = findSend(turn, report.send_id);
  if (found === undefined) return ofErased(turn, report);
  if (!WAS_SUBMITTED.includes(found.send.state)) return NOTED;
  const { concerned } = found;
  const send = submittedByReport(turn, concerned, found.send, report.provider_id);
  if (send.channel === 'email') emailReport(turn, concerned, send, report.status);
  else paidReport(turn, { concerned, send }, report.status);
  return NOTED;
};

/** 2.11: what proves an address undeliverable is kept also when whoever had it is gone, under the hash alone. */
function ofErased(turn: Turn, { status, address_hash: addressHash }: ReportDelivery): Decision {
  const kind = SUPPRESSED_BY.get(status);
  if (kind === undefined || addressHash === null || turn.business() === undefined) {
    return refused('send.not_found');
  }
  suppressAddress(turn, addressHash, kind);
  return NOTED;
}

const SUPPRESSED_BY: ReadonlyMap<string, Suppression['kind']> = new Map([
  ['bounced_hard', 'bounced'],
  ['complained', 'complained'],
]);

/** A send that never was in a provider's hands has nothing to be reported on. */
const WAS_SUBMITTED: readonly string[] = ['queued', 'delivered', 'read', 'failed'];

/** A report may overtake the result of its attempt: then it is that result (hazard 14). */
function submittedByReport(turn: Turn, concerned: Concerned, send: Send, providerId: string | null): Send {
  if (send.submittedAt !== null || send.state !== 'queued') return send;
  endAttempt(turn, send, 'accepted');
  return markSubmitted(turn, concerned, send, providerId);
}

/** A bounce and a complaint are about the address, so they are told of an email that belongs to no nudge as well. */
function emailReport(turn: Turn, concerned: Concerned, send: Send, status: string): void {
  if (status === 'delivered' && send.deliveredAt === null) {
    turn.set.sends.save(deliveredNow(turn, send));
    emailHappened(turn, 'message.delivered', concerned, { send });
  } else if (status === 'bounced_hard' || status === 'bounced_soft') {
    bounced(turn, concerned, send, status === 'bounced_hard' ? 'hard' : 'soft');
  } else if (status === 'complained' && send.complainedAt === null) {
    turn.set.sends.save({ ...send, complainedAt: turn.now });
    messageHappened(turn, 'message.complained', concerned, { sendId: send.id });
    suppress(turn, concerned, 'complained');
  } else if (status === 'failed') dropped(turn, concerned, send);
}

/** 2.4: the provider took it in and then refused to pass it on. Whatever had arrived or bounced before, has. */
function dropped(turn: Turn, concerned: Concerned, send: Send): void {
  if (send.deliveredAt !== null || send.bouncedAt !== null) return;
  if (send.state === 'queued') failEmail(turn, concerned, send, 'esp_refused');
  // The failure of an unknown outcome has been told; the report only makes it certain.
  else turn.set.sends.save({ ...send, errorCode: 'esp_refused', updatedAt: turn.now });
}

/** Told once; what a hard bounce says about the address counts also after a soft one. */
function bounced(turn: Turn, concerned: Concerned, send: Send, reason: 'hard' | 'soft'): void {
  if (send.bouncedAt === null) {
    turn.set.sends.save({ ...send, bouncedAt: turn.now });
    messageHappened(turn, 'message.bounced', concerned, { sendId: send.id, reason });
  }
  if (reason === 'hard') suppress(turn, concerned, 'bounced');
}

function suppress(turn: Turn, { recipient }: Concerned, kind: Suppression['kind']): void {
  suppressAddress(turn, turn.rules.hash('address', recipient.email), kind);
  turn.set.recipients.save({ ...recipient, suppressedAt: recipient.suppressedAt ?? turn.now });
}

/** D11: a hard bounce suppresses for the business and for the shared domain, a complaint for the business. */
function suppressAddress(turn: Turn, addressHash: Buffer, kind: Suppression['kind']): void {
  const { businessId, now: suppressedAt } = turn;
  turn.set.suppressions.save({ businessId, addressHash, kind, suppressedAt });
  if (kind === 'bounced') turn.set.platformSuppressions.save({ addressHash, suppressedAt });
}

function paidReport(turn: Turn, scene: FoundSend, status: string): void {
  if (status === 'delivered') arrived(turn, scene);
  else if (status === 'read') read(turn, scene);
  else if (status === 'failed' || status === 'not_on_whatsapp') undelivered(turn, scene, status);
}

/** Also after an unknown outcome, and after a failure was reported: what arrived has arrived. */
function arrived(turn: Turn, { concerned, send }: FoundSend): Send {
  if (send.deliveredAt !== null) return send;
  learnReachable(turn, send);
  const delivered = deliveredNow(turn, settleFallback(turn, send));
  turn.set.sends.save(delivered);
  callOffHeldText(turn, concerned, delivered);
  channelHappened(turn, `${paidChannelOf(send)}.delivered`, concerned, delivered);
  return delivered;
}

/** Whatever arrived had been submitted, also where nobody answered then. */
function deliveredNow({ now }: Turn, send: Send): Send {
  const submittedAt = send.submittedAt ?? now;
  return { ...send, state: 'delivered', submittedAt, deliveredAt: now, errorCode: null, updatedAt: now };
}

/** Whatever was read had arrived. */
function read(turn: Turn, scene: FoundSend): void {
  const { readEvent } = paidChannels[paidChannelOf(scene.send)];
  if (scene.send.readAt !== null || readEvent === null) return;
  const delivered = arrived(turn, scene);
  const seen: Send = { ...delivered, state: 'read', readAt: turn.now, updatedAt: turn.now };
  turn.set.sends.save(seen);
  channelHappened(turn, readEvent, scene.concerned, seen);
}

function undelivered(turn: Turn, { concerned, send }: FoundSend, status: string): void {
  if (send.deliveredAt !== null) return;
  if (status === 'not_on_whatsapp') learnUnreachable(turn, send);
  const errorCode = `${send.channel}.undelivered`;
  // The failure of an unknown outcome has been told; the report only makes it certain.
  const failed: Send =
    send.state === 'failed'
      ? { ...send, errorCode, updatedAt: turn.now }
      : fail(turn, concerned, send, errorCode);
  turn.set.sends.save(failed);
  fallBack(turn, concerned, failed);
}
