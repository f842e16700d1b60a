import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { PushMessage } from '../../../schemas/generated/command';
import type { MobileNumber } from '../../../schemas/values/mobile-number';
import { orderFacts } from './order-facts';
import { pushResult } from './push-result';
import { invalid, refused, type Decide } from '../decision';
import { emitMessageEvent } from '../delivery/domain-events';
import { supersede } from '../delivery/cancel';
import { isOnItsWay, nextNudge, nudge, type ChannelSends } from '../delivery/nudge';
import { personOf } from '../people/people-in';
import { assignPhone, optIn, recipientOf } from '../people/recipients';
import type { Send } from '../delivery/tables';
import type { Message } from './tables';
import type { Recipient } from '../people/tables';
import type { CommandContext } from '../command-context';
import { judgePush } from './push-faults';

/** Stores the message in the inbox and queues a nudge about it, unless a gate refuses the nudge (MSG-1). */
export const pushMessage: Decide<PushMessage> = (context, push) => {
  if (context.business() === undefined) return refused('business.not_found');
  const known = recipientOf(context, push.recipient_email);
  const { number, faults } = judgePush(context, push, known);
  if (faults.length > 0) {
    return { ...invalid(faults), person: personOf(context, push.recipient_email) };
  }
  const { recipient, phoneConflict, optInResult } = withNumberAndConsent(context, known, number, push);
  context.set.recipients.save(recipient);

  const earlier = matchedMessage(context, recipient, push);
  const isNudging = earlier === undefined ? push.notify !== false : push.notify === true;
  const sendAt = push.send_at === null ? null : new Date(push.send_at);
  const content =
    earlier === undefined ? newMessage(context, recipient, push) : updated(context, earlier, push);
  const message = isNudging ? nextNudge(content) : content;
  const addressed = { message, recipient };
  emitMessageEvent(context, 'message.accepted', addressed);
  if (isNudging) supersede(context, addressed);
  const outcome = isNudging ? nudge(context, { addressed, push, phoneConflict }) : null;
  const nudged = channelsOf(outcome).some(isOnItsWay);
  const scheduledFor = nudged ? sendAt : message.scheduledFor;
  context.set.messages.save({ ...message, nudged: message.nudged || nudged, scheduledFor });
  markObsolete(context, push.obsoletes, message.id);

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
function withNumberAndConsent(
  context: CommandContext,
  known: Recipient,
  number: MobileNumber | null,
  { whatsapp_opt_in: request }: PushMessage,
): Person {
  const assignment = number === null ? undefined : assignPhone(context, known, { ...number, source: 'push' });
  const phoneConflict = assignment?.outcome === 'conflict';
  const reached = assignment?.outcome === 'held' ? assignment.recipient : known;
  if (request === null) return { recipient: reached, phoneConflict, optInResult: null };
  const { recipient, result } = optIn(context, reached, request, phoneConflict);
  return { recipient, phoneConflict, optInResult: result };
}

/** The newest active updateable message with the same recipient and exactly the same subject (MSG-6). */
function matchedMessage(
  context: CommandContext,
  recipient: Recipient,
  push: PushMessage,
): Message | undefined {
  if (push.kind !== 'updateable') return undefined;
  return context.set.messages.by('updateable', `${recipient.id} ${push.subject}`).at(-1);
}

function newMessage(context: CommandContext, recipient: Recipient, push: PushMessage): Message {
  return {
    businessId: context.businessId,
    id: context.id('msg'),
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
    createdAt: context.now,
    updatedAt: context.now,
  };
}

function updated(context: CommandContext, message: Message, push: PushMessage): Message {
  return { ...message, body: push.body, ...orderFacts(push), updatedAt: context.now };
}

/**
 * Ids that are unknown, foreign, retracted or the message's own are ignored, so the answer reveals nothing about
 * others' ids (MSG-10).
 */
function markObsolete(context: CommandContext, ids: readonly string[], ownId: string): void {
  for (const id of ids) {
    const message = context.message(id);
    if (message?.status !== 'active' || id === ownId) continue;
    context.set.messages.save({
      ...message,
      status: 'obsolete',
      obsoletedAt: context.now,
      updatedAt: context.now,
    });
  }
}

function channelsOf(outcome: ChannelSends | null): Send[] {
  return outcome === null ? [] : Object.values(outcome).filter((send: Send | null) => send !== null);
}
