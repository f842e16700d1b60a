import type { PushMessage } from '../../../schemas/generated/command';
import { topics } from '../../../schemas/topics';
import { output } from '../../runtime/records';
import { pushResult } from '../answers';
import { refused, type CommandContext, type Decide } from '../decision';
import { messageHappening, rowsOf, type Happening } from '../happenings';
import type { Business, Message, Recipient, Send } from '../state';

/** Specification 2.1 and 3.1: the message is stored in the inbox, and a nudge about it is queued unless a gate refuses it. */
export const pushMessage: Decide<PushMessage> = (state, command, push) => {
  const business = state.business(command.businessId);
  if (business === undefined) return refused(404, 'business.not_found');

  const known = state.recipientByEmail(business.id, push.recipient_email);
  const recipient = known ?? newRecipient(command, push.recipient_email);
  const skippedReason = emailGate(business);
  const message: Message = {
    businessId: business.id,
    id: command.id('msg'),
    recipientId: recipient.id,
    kind: 'one_off',
    status: 'active',
    subject: push.subject,
    body: push.body,
    nudged: skippedReason === null,
    createdAt: command.now,
    updatedAt: command.now,
  };
  const send = emailSend(command, message, skippedReason);
  const happenings = whatHappened(command, message, recipient, send);
  return {
    status: 201,
    body: pushResult(message, recipient, { sending: skippedReason === null, skipped_reason: skippedReason }),
    changes: {
      recipients: known === undefined ? [recipient] : [],
      messages: [message],
      sends: [send],
      events: rowsOf(happenings),
    },
    outputs: [
      ...(send.state === 'queued'
        ? [
            output(topics.sendsEmail, recipient.id, {
              send_id: send.id,
              business_id: business.id,
              attempt: 1,
            }),
          ]
        : []),
      ...happenings.map((happening) => happening.output),
    ],
  };
};

/** The first reason that applies, in the order of decision D3. */
function emailGate(business: Business): string | null {
  if (!business.active) return 'business_inactive';
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

function whatHappened(
  command: CommandContext,
  message: Message,
  recipient: Recipient,
  send: Send,
): Happening[] {
  return [
    messageHappening(command, 0, { type: 'message.accepted', message, recipient }),
    send.state === 'queued'
      ? messageHappening(command, 1, { type: 'message.queued', message, recipient, sendId: send.id })
      : messageHappening(command, 1, {
          type: 'message.not_sent',
          message,
          recipient,
          sendId: send.id,
          reason: send.skippedReason,
        }),
  ];
}
