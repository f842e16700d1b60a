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

/** What every decision may use, besides the working set and its command. */
interface Environment {
  readonly rules: PlatformSettings;
  /** Real time, for technical expiry. The product's time comes with the command. */
  readonly wallNow: Date;
}

/**
 * Decides one command against the working set and leaves its changes there. Kafka may hold a command twice (HAZ-13):
 * the second copy gets the stored outcome and changes nothing. So does a request whose Idempotency-Key is spent
 * (IDEM-4).
 */
export function decide(
  set: WorkingSet,
  { command, nowMs }: TimedCommand,
  { rules, wallNow }: Environment,
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
  // An outcome that spends no key is stored under its command id.
  if ((idempotency === null || !isFirstToSpend(named)) && needsStoredOutcome(command)) {
    set.answer({ commandId, businessId, storedAt: wallNow, ...named });
  }
  const { outputs, concluded } = context;
  if (concluded !== undefined) return { outputs, answer: concluded.answer, answered: concluded.commandId };
  const { status, body, replayed } = named;
  return { outputs, answer: 'EraseChunk' in command.body ? null : { status, body, replayed } };
}

/**
 * Results, reports and timers need no stored outcome to recognise a repeat: the attempt already has a result, the
 * report has nothing left to change, or the timer's row is gone. Only the outcome of a replayed dead letter is read.
 */
function needsStoredOutcome({ body, reply_to: replyTo }: Command): boolean {
  const isReport = 'ReportAttempt' in body || 'ReportDelivery' in body || 'FireTimer' in body;
  return !isReport || replyTo !== null;
}

function decideBody(context: CommandContext, body: Command['body']): Decision {
  const [name = ''] = Object.keys(body);
  const decideIt = (DECISIONS as Readonly<Record<string, Decide<unknown>>>)[name];
  if (decideIt === undefined) {
    throw new Error(
      `no decision for a command of type ${name}: start a ledger that knows it, then replay the dead letter`,
    );
  }
  return decideIt(context, (body as Readonly<Record<string, unknown>>)[name]);
}

type NameOf<Body> = Body extends unknown ? keyof Body : never;
type BodyOf<Name extends string> = Extract<Command['body'], Record<Name, unknown>>[Name];

/** One decision per command. A command of the schema that is missing here fails to compile. */
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
