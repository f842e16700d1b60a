import type { Command } from '../../schemas/generated/command';
import type { Applied, TimedCommand } from '../runtime/commands/command-processor';
import type { Decide, Decision } from './decision';
import { answerKeyed, answerOf, isFirstToSpend } from './answers/keyed-answer';
import { CommandContext, type PlatformSettings } from './command-context';
import type { WorkingSet } from './store/working-set';
import { changeBusiness } from './accounts/change-business';
import { clearPhone } from './people/clear-phone';
import { createBusiness } from './accounts/create-business';
import { createEndpoint } from './accounts/create-endpoint';
import { createKey } from './accounts/create-key';
import { deleteEndpoint } from './accounts/delete-endpoint';
import { enableEndpoint } from './accounts/enable-endpoint';
import { eraseChunk } from './erasure/erase-chunk';
import { eraseRecipient } from './erasure/erase-recipient';
import { eraseWhatsapp } from './erasure/erase-whatsapp';
import { fireTimer } from './delivery/fire-timer';
import { openMessage } from './messages/open-message';
import { pushBatch } from './messages/push-batch';
import { pushMessage } from './messages/push-message';
import { receiveReply } from './people/receive-reply';
import { receiveText } from './people/receive-text';
import { refuse } from './answers/refuse';
import { renewLink } from './delivery/renew-link';
import { reportAttempt } from './delivery/report-attempt';
import { reportDelivery } from './delivery/report-delivery';
import { resendNudge } from './delivery/resend-nudge';
import { retractMessage } from './messages/retract-message';
import { revokeKey } from './accounts/revoke-key';
import { reviewTemplate } from './delivery/review-template';
import { setPhone } from './people/set-phone';
import { applyText } from './people/apply-text';
import { stopChannel } from './people/stop-channel';
import { topUp } from './accounts/top-up';
import { unsubscribe } from './people/unsubscribe';

export interface House {
  readonly rules: PlatformSettings;
  /** Real time, for what is kept for technical reasons; the product's time comes with the command. */
  readonly wallNow: Date;
}

/**
 * Decides one command against the working set and leaves its changes there. A command that was answered before (Kafka
 * may hold it twice) is answered the same and does nothing. So is a request whose Idempotency-Key is spent.
 */
export function decide(
  set: WorkingSet,
  { command, nowMs }: TimedCommand,
  { rules, wallNow }: House,
): Applied {
  if ('Tick' in command.body) return { outputs: [], answer: null };
  const { command_id: commandId, business_id: businessId, idempotency } = command;
  const earlier = set.answers.get(commandId);
  if (earlier !== undefined) return { outputs: [], answer: earlier };

  const { reply_to: replyTo } = command;
  const context = new CommandContext(set, rules, {
    id: commandId,
    businessId,
    nowMs,
    replyTo,
    identity: idempotency,
  });
  const decideNow = (): Decision => decideBody(context, command.body);
  const named = idempotency === null ? answerOf(decideNow()) : answerKeyed(context, idempotency, decideNow);
  if (named === null) return { outputs: context.outputs, answer: null };
  // An answer that spends no key can be found by the id of its command.
  if ((idempotency === null || !isFirstToSpend(named)) && isLookedFor(command)) {
    set.answer({ commandId, businessId, storedAt: wallNow, ...named });
  }
  const { outputs, concluded } = context;
  if (concluded !== undefined) return { outputs, answer: concluded.answer, answered: concluded.commandId };
  const { status, body, replayed } = named;
  return { outputs, answer: 'EraseChunk' in command.body ? null : { status, body, replayed } };
}

/**
 * Results, reports and timers come twice in any case and say so by what they find: an attempt has its result, a report has
 * nothing left to change, a timer's row is gone. Nobody waits for what became of them, but for that of a dead letter.
 */
function isLookedFor({ body, reply_to: replyTo }: Command): boolean {
  const isTold = 'ReportAttempt' in body || 'ReportDelivery' in body || 'FireTimer' in body;
  return !isTold || replyTo !== null;
}

function decideBody(context: CommandContext, body: Command['body']): Decision {
  const [name = ''] = Object.keys(body);
  const decideIt = (DECISIONS as Readonly<Record<string, Decide<unknown>>>)[name];
  if (decideIt === undefined) throw new Error(`no decision for a command of type ${name}`);
  return decideIt(context, (body as Readonly<Record<string, unknown>>)[name]);
}

type NameOf<Body> = Body extends unknown ? keyof Body : never;
type BodyOf<Name extends string> = Extract<Command['body'], Record<Name, unknown>>[Name];

/** One decision per command. A command that is added to the schema and not here does not compile. */
const DECISIONS: { readonly [Name in Exclude<NameOf<Command['body']>, 'Tick'>]: Decide<BodyOf<Name>> } = {
  CreateBusiness: createBusiness,
  ChangeBusiness: changeBusiness,
  CreateKey: createKey,
  RevokeKey: revokeKey,
  Refuse: refuse,
  TopUp: topUp,
  PushMessage: pushMessage,
  PushBatch: pushBatch,
  RetractMessage: retractMessage,
  ResendNudge: resendNudge,
  ReviewTemplate: reviewTemplate,
  FireTimer: fireTimer,
  ReportAttempt: reportAttempt,
  ReportDelivery: reportDelivery,
  OpenMessage: openMessage,
  StopChannel: stopChannel,
  Unsubscribe: unsubscribe,
  RenewLink: renewLink,
  CreateEndpoint: createEndpoint,
  DeleteEndpoint: deleteEndpoint,
  EnableEndpoint: enableEndpoint,
  SetPhone: setPhone,
  ClearPhone: clearPhone,
  EraseWhatsapp: eraseWhatsapp,
  EraseRecipient: eraseRecipient,
  EraseChunk: eraseChunk,
  ReceiveText: receiveText,
  ApplyText: applyText,
  ReceiveReply: receiveReply,
};
