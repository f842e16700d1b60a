import type { Command } from '../../../schemas/generated/command';
import type { Answer, Applied, TimedCommand } from '../../runtime/command-processor';
import type { Output } from '../../runtime/records';
import { contextOf, refused, type CommandContext, type Decision } from '../decision';
import type { State, WorkingSet } from '../working-set';
import { changeBusiness } from './change-business';
import { createBusiness } from './create-business';
import { createKey } from './create-key';
import { pushMessage } from './push-message';
import { refuse } from './refuse';
import { topUp } from './top-up';

const KEY_MEMORY_MS = 24 * 60 * 60 * 1_000;

/**
 * Decides one command against the working set and leaves its changes there. `wallNow` is real time, for what is kept
 * for technical reasons; the product's time comes with the command.
 *
 * A command that was answered before (Kafka may hold it twice) is answered the same and does nothing. So is a request
 * whose Idempotency-Key is spent.
 */
export function decide(set: WorkingSet, { command, nowMs }: TimedCommand, wallNow: Date): Applied {
  if ('Tick' in command.body) return { outputs: [], answer: null };
  const earlier = set.answerTo(command.command_id);
  if (earlier !== undefined) return { outputs: [], answer: earlier };

  const repeated = repeatedAnswer(set, command, nowMs);
  const { answer, outputs } = repeated ?? decideAnew(set, command, nowMs);
  remember(set, { command, nowMs }, answer, wallNow);
  return { outputs, answer };
}

interface Outcome {
  readonly answer: Answer;
  readonly outputs: readonly Output[];
}

function decideAnew(set: WorkingSet, command: Command, nowMs: number): Outcome {
  const context = contextOf(command.command_id, command.business_id, nowMs);
  const decision = decideBody(set, context, command.body);
  set.apply(decision.changes);
  return outcomeOf(decision);
}

function decideBody(state: State, context: CommandContext, body: Command['body']): Decision {
  if ('CreateBusiness' in body) return createBusiness(state, context, body.CreateBusiness);
  if ('ChangeBusiness' in body) return changeBusiness(state, context, body.ChangeBusiness);
  if ('CreateKey' in body) return createKey(state, context, body.CreateKey);
  if ('Refuse' in body) return refuse(state, context, body.Refuse);
  if ('TopUp' in body) return topUp(state, context, body.TopUp);
  if ('PushMessage' in body) return pushMessage(state, context, body.PushMessage);
  if ('OpenMessage' in body || 'StopChannel' in body || 'Unsubscribe' in body || 'RenewLink' in body) {
    return taken();
  }
  return unknownCommand(body);
}

/** To be replaced by a decision for each: opens, stops and links of recipients are taken so far, and change nothing. */
function taken(): Decision {
  return { status: 204, body: {}, changes: {}, outputs: [] };
}

/** Specification 4.1, rules 3, 4 and 6. */
function repeatedAnswer(set: WorkingSet, command: Command, nowMs: number): Outcome | undefined {
  const { idempotency } = command;
  if (idempotency === null) return undefined;
  const record = set.idempotencyRecord(command.business_id, idempotency.key_hash);
  if (record === undefined || record.expiresAt.getTime() <= nowMs) return undefined;
  return record.fingerprint.equals(idempotency.fingerprint)
    ? { answer: { status: record.status, body: record.body, replayed: true }, outputs: [] }
    : outcomeOf(refused(409, 'idempotency.key_reused'));
}

/** D12: a key is spent by every success and every 422. Every other answer can be found by the id of its command. */
function remember(set: WorkingSet, { command, nowMs }: TimedCommand, answer: Answer, wallNow: Date): void {
  const { command_id: commandId, business_id: businessId, idempotency } = command;
  if (idempotency === null || answer.replayed || !spendsKey(answer.status)) {
    set.answer({ ...answer, commandId, businessId, storedAt: wallNow });
    return;
  }
  set.spend({
    businessId,
    keyHash: idempotency.key_hash,
    fingerprint: idempotency.fingerprint,
    commandId,
    status: answer.status,
    body: answer.body,
    expiresAt: new Date(nowMs + KEY_MEMORY_MS),
  });
}

function spendsKey(status: number): boolean {
  return status < 300 || status === 422;
}

function outcomeOf({ status, body, outputs }: Decision): Outcome {
  return { answer: { status, body: JSON.stringify(body), replayed: false }, outputs };
}

function unknownCommand(body: { Tick: unknown }): never {
  throw new Error(`no decision for a command of type ${Object.keys(body).join()}`);
}
