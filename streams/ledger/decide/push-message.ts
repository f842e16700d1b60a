import type { PushMessage } from '../../../schemas/generated/command';
import { topics } from '../../../schemas/topics';
import { output } from '../../runtime/records';
import { pushResult, type EmailOutcome } from '../answers';
import { paidOutcomes } from '../paid-channels';
import { refused, type CommandContext, type Decide } from '../decision';
import { messageHappening, rowsOf, type Happening } from '../happenings';
import type { Business, Message, Recipient, Send } from '../state';

/** Specification 2.1 and 3.1: the message is stored in the inbox, and a nudge about it is queued unless a gate refuses it. */
export const pushMessage: Decide<PushMessage> = (state, command, push) => {
  const business = state.business(command.businessId);
  if (business === undefined) return refused(404, 'business.not_found');

  const known = state.recipientByEmail(business.id, push.recipient_email);
  const recipient = known ?? newRecipient(command, push.recipient_email);
  const message = newMessage(command, push, recipient);
  const email = push.notify === false ? null : emailOutcome(business);
  const sends = email === null ? [] : [emailSend(command, message, email.skipped_reason)];
  const stored = { ...message, nudged: email?.sending === true };
  const happenings = whatHappened(command, stored, recipient, sends);
  return {
    status: 201,
    body: pushResult(stored, recipient, { email, ...paidOutcomes(business, push) }),
    changes: {
      recipients: known === undefined ? [recipient] : [],
      messages: [stored],
      sends,
      events: rowsOf(happenings),
    },
    outputs: [
      ...sends
        .filter((send) => send.state === 'queued')
        .map(({ id }) =>
          output(topics.sendsEmail, recipient.id, { send_id: id, business_id: business.id, attempt: 1 }),
        ),
      ...happenings.map((happening) => happening.output),
    ],
  };
};

function emailOutcome(business: Business): EmailOutcome {
  const skippedReason = emailGate(business);
  return { sending: skippedReason === null, skipped_reason: skippedReason };
}

/** The first reason that applies, in the order of decision D3. */
function emailGate(business: Business): string | null {
  if (!business.active) return 'business_inactive';
  if (business.plan === 'lapsed') return 'plan_lapsed';
  if (business.sendingPaused) return 'sending_paused';
  return null;
}

function newRecipient(command: CommandContext, email: string): Recipient {
  return { businessId: command.businessId, id: command.id('rcp'), email, createdAt: command.now };
}

function emailSend(command: CommandContext, message: Message, skippedReason: string | null): Send {
  const send = {
    businessId: message.businessId,
    id: command.id('snd'),
    messageId: message.id,
    recipientId: message.recipientId,
    channel: 'email' as const,
    createdAt: command.now,
    updatedAt: command.now,
  };
  return skippedReason === null ? { ...send, state: 'queued' } : { ...send, state: 'skipped', skippedReason };
}

function newMessage(command: CommandContext, push: PushMessage, recipient: Recipient): Message {
  return {
    businessId: command.businessId,
    id: command.id('msg'),
    recipientId: recipient.id,
    kind: push.kind === 'updateable' ? 'updateable' : 'one_off',
    status: 'active',
    subject: push.subject,
    body: push.body,
    reference: push.reference,
    orderStatus: push.order_status,
    scheduledFor: null,
    nudged: false,
    createdAt: command.now,
    updatedAt: command.now,
  };
}

function whatHappened(
  command: CommandContext,
  message: Message,
  recipient: Recipient,
  sends: readonly Send[],
): Happening[] {
  const accepted = messageHappening(command, 0, { type: 'message.accepted', message, recipient });
  const nudges = sends.map((send) =>
    send.state === 'queued'
      ? messageHappening(command, 1, { type: 'message.queued', message, recipient, sendId: send.id })
      : messageHappening(command, 1, {
          type: 'message.not_sent',
          message,
          recipient,
          sendId: send.id,
          reason: send.skippedReason,
        }),
  );
  return [accepted, ...nudges];
}
