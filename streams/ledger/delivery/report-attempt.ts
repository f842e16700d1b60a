import type { ReportAttempt } from '../../../schemas/generated/command';
import { NOTED, type Decide } from '../decision';
import { endAttempt } from './attempts';
import { cancel } from './cancel';
import { fail, failEmail, reject, skipAtLast } from './endings';
import { findSend, type FoundSend } from './found-send';
import { waitForStatus } from './fallback';
import { enqueueAgain } from './present-number';
import { learnUnreachable } from './reachability';
import { pauseAfter } from '../../channels/retry-schedule';
import { markSubmitted } from './submitted';
import { monthOf } from '../../rules/calendar';
import { OTHER_COUNTRY } from '../../channels/paid-gate';
import { allowanceUsed } from '../accounts/plan';
import type { CommandContext } from '../command-context';
import { attemptKey } from '../store/row-keys';

/** The first result of an attempt counts; after that only reports of the provider do (NUDGE-8). */
export const reportAttempt: Decide<ReportAttempt> = (context, report) => {
  const found = findSend(context, report.send_id);
  if (found === undefined) return NOTED;
  const { outcome, emails_this_month: emails, counted_month: month } = report;
  // Counts the email even if the send is not queued any more: a report may have overtaken this result.
  if (outcome === 'accepted' && emails !== null) {
    allowanceUsed(context, emails, month ?? monthOf(context.now));
  }
  const { state, attempt } = found.send;
  if (state !== 'queued' || attempt !== report.attempt || hasResult(context, report)) return NOTED;
  if (report.skipped_reason === OTHER_COUNTRY) {
    settlePrice(context, found, report);
    return NOTED;
  }
  endAttempt(context, found.send, outcome);
  applyResult(context, found, report);
  return NOTED;
};

function hasResult(context: CommandContext, { send_id: sendId, attempt }: ReportAttempt): boolean {
  return (context.set.attempts.get(attemptKey({ sendId, attempt }))?.outcome ?? null) !== null;
}

/**
 * The next attempt settles the price for the present number. A repeat of the report names the attempt before, so it
 * changes nothing.
 */
function settlePrice(
  context: CommandContext,
  { addressed, send }: FoundSend,
  { send_id: sendId, attempt }: ReportAttempt,
): void {
  // A sender that reports another country makes no attempt. If there is one, another sender made it at the right price.
  if (context.set.attempts.get(attemptKey({ sendId, attempt })) !== undefined) return;
  enqueueAgain(context, addressed, { ...send, attempt: attempt + 1, updatedAt: context.now });
}

function applyResult(context: CommandContext, scene: FoundSend, report: ReportAttempt): void {
  switch (report.outcome) {
    case 'accepted':
      accepted(context, scene, report);
      return;
    case 'skipped':
      skipped(context, scene, report.skipped_reason ?? 'sending_paused');
      return;
    case 'refused':
      giveUp(context, scene, 'refused');
      return;
    case 'not_on_whatsapp':
      learnUnreachable(context, scene.send);
      giveUp(context, scene, 'refused');
      return;
    case 'unknown':
      leaveUnknown(context, scene);
      return;
    default:
      tryAgain(context, scene, report);
  }
}

function accepted(context: CommandContext, { addressed, send }: FoundSend, report: ReportAttempt): void {
  waitForStatus(context, markSubmitted(context, addressed, send, report.provider_id));
}

/** A nudge that its message no longer wants is cancelled; every other reason is that of a gate. */
function skipped(context: CommandContext, { addressed, send }: FoundSend, reason: string): void {
  if (reason === 'superseded') cancel(context, addressed, [send], null);
  else if (reason === 'retracted') cancel(context, addressed, [send], 'retracted');
  else skipAtLast(context, addressed, send, reason);
}

/**
 * The provider throttled, had a passing fault or was not reached: a timer tries again until the attempts are used up
 * (NUDGE-7).
 */
function tryAgain(context: CommandContext, scene: FoundSend, report: ReportAttempt): void {
  const { addressed, send } = scene;
  const answered = send.answered || report.outcome !== 'not_reached';
  const pause = pauseAfter(send.channel, send.attempt, report.retry_after_ms);
  if (pause === undefined) {
    giveUp(context, { ...scene, send: { ...send, answered } }, report.outcome);
    return;
  }
  const { status, nudge } = addressed.message;
  const isSuperseded = send.nudge !== null && send.nudge !== nudge;
  // A nudge that was retracted or superseded during its attempt is pending again, so it is cancelled (NUDGE-4).
  if (status === 'retracted' || isSuperseded) {
    cancel(context, addressed, [send], status === 'retracted' ? 'retracted' : null);
    return;
  }
  context.set.sends.save({ ...send, answered, attempt: send.attempt + 1, updatedAt: context.now });
  context.setTimer(send.id, 'retry', new Date(context.now.getTime() + pause));
}

/** It will never be submitted; the code says why (NUDGE-7, MSG-18). */
function giveUp(context: CommandContext, { addressed, send }: FoundSend, outcome: string): void {
  if (send.channel === 'email') {
    failEmail(context, addressed, send, outcome === 'refused' ? 'esp_refused' : 'retries_exhausted');
    return;
  }
  const refusedCode = outcome === 'throttled' ? 'platform_limited' : `${send.channel}.submit_refused`;
  const wasReached = outcome === 'refused' || send.answered;
  reject(context, addressed, send, wasReached ? refusedCode : `${send.channel}.never_submitted`);
}

/** It may have arrived, so it is never submitted again and keeps its credits (NUDGE-6). */
function leaveUnknown(context: CommandContext, { addressed, send }: FoundSend): void {
  if (send.channel === 'email') {
    failEmail(context, addressed, send, 'outcome_unknown');
    return;
  }
  waitForStatus(context, fail(context, addressed, send, `${send.channel}.submit_outcome_unknown`));
}
