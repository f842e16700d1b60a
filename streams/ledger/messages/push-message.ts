import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { PushMessage } from '../../../schemas/generated/command';
import type { MobileNumber } from '../../../schemas/values/mobile-number';
import { orderFacts } from './order-facts';
import { pushResult } from './push-result';
import { invalid, refused, type Decide } from '../decision';
import { messageHappened } from '../delivery/domain-events';
import { supersede } from '../delivery/cancel';
import { isOnItsWay, nextNudge, nudge, type Nudge } from '../delivery/nudge';
import { personOf } from '../people/people-in';
import { claimPhone, optIn, recipientOf } from '../people/recipients';
import type { Send } from '../delivery/tables';
import type { Message } from './tables';
import type { Recipient } from '../people/tables';
import type { Turn } from '../command-context';
import { judgePush } from './push-faults';

/** Specification 2.1 and 3.1: the message is stored in the inbox, and a nudge about it is queued unless a gate refuses it. */
export const pushMessage: Decide<PushMessage> = (turn, push) => {
  if (turn.business() === undefined) return refused('business.not_found');
  const known = recipientOf(turn, push.recipient_email);
  const { number, faults } = judgePush(turn, push, known);
  if (faults.length > 0) {
    return { ...invalid(faults), person: personOf(turn, push.recipient_email) };
  }
  const { recipient, phoneConflict, optInResult } = whoIsMeant(turn, known, number, push);
  turn.set.recipients.save(recipient);

  const earlier = matchedMessage(turn, recipient, push);
  const isNudging = earlier === undefined ? push.notify !== false : push.notify === true;
  const sendAt = push.send_at === null ? null : new Date(push.send_at);
  const content = earlier === undefined ? newMessage(turn, recipient, push) : updated(turn, earlier, push);
  const message = isNudging ? nextNudge(content) : content;
  const concerned = { message, recipient };
  messageHappened(turn, 'message.accepted', concerned);
  if (isNudging) supersede(turn, concerned);
  const outcome = isNudging ? nudge(turn, { concerned, push, phoneConflict }) : null;
  const nudged = channelsOf(outcome).some(isOnItsWay);
  const scheduledFor = nudged ? sendAt : message.scheduledFor;
  turn.set.messages.save({ ...message, nudged: message.nudged || nudged, scheduledFor });
  markObsolete(turn, push.obsoletes, message.id);

  return {
    status: 201,
    person: recipient.id,
    body: pushResult(message, recipient, {
      created: earlier === undefined,
      nudged,
      scheduledFor: nudged ? sendAt : null,
      nudge: outcome,
      optIn: optInResult,
    }),
  };
};

interface Person {
  readonly recipient: Recipient;
  readonly phoneConflict: boolean;
  readonly optInResult: ResponseBody<'OptInResult'> | null;
}

/** The recipient with the number and the consent that came with the push. */
function whoIsMeant(
  turn: Turn,
  known: Recipient,
  number: MobileNumber | null,
  { whatsapp_opt_in: wish }: PushMessage,
): Person {
  const claim = number === null ? undefined : claimPhone(turn, known, { ...number, source: 'push' });
  const phoneConflict = claim?.outcome === 'conflict';
  const reached = claim?.outcome === 'held' ? claim.recipient : known;
  if (wish === null) return { recipient: reached, phoneConflict, optInResult: null };
  const { recipient, result } = optIn(turn, reached, wish, phoneConflict);
  return { recipient, phoneConflict, optInResult: result };
}

/** D2: the newest active updateable message with the same recipient and exact subject. */
function matchedMessage(turn: Turn, recipient: Recipient, push: PushMessage): Message | undefined {
  if (push.kind !== 'updateable') return undefined;
  return turn.set.messages.by('updateable', `${recipient.id} ${push.subject}`).at(-1);
}

function newMessage(turn: Turn, recipient: Recipient, push: PushMessage): Message {
  return {
    businessId: turn.businessId,
    id: turn.id('msg'),
    recipientId: recipient.id,
    kind: push.kind === 'updateable' ? 'updateable' : 'one_off',
    status: 'active',
    subject: push.subject,
    body: push.body,
    ...orderFacts(push),
    scheduledFor: null,
    nudged: false,
    nudge: 0,
    openedAt: null,
    obsoletedAt: null,
    retractedAt: null,
    createdAt: turn.now,
    updatedAt: turn.now,
  };
}

function updated(turn: Turn, message: Message, push: PushMessage): Message {
  return { ...message, body: push.body, ...orderFacts(push), updatedAt: turn.now };
}

/** Ids that are unknown, foreign, retracted or the message's own are ignored: they tell nothing about others' ids (D2). */
function markObsolete(turn: Turn, ids: readonly string[], ownId: string): void {
  for (const id of ids) {
    const message = turn.message(id);
    if (message?.status !== 'active' || id === ownId) continue;
    turn.set.messages.save({ ...message, status: 'obsolete', obsoletedAt: turn.now, updatedAt: turn.now });
  }
}

function channelsOf(outcome: Nudge | null): Send[] {
  return outcome === null ? [] : Object.values(outcome).filter((send: Send | null) => send !== null);
}
