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

/** The first result of an attempt counts; what comes later is left to the provider's reports. */
export const reportAttempt: Decide<ReportAttempt> = (context, report) => {
  const found = findSend(context, report.send_id);
  if (found === undefined) return NOTED;
  const { outcome, emails_this_month: emails, counted_month: month } = report;
  // Counted whatever became of the send: a report may have overtaken this result.
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

/** It is settled by the next attempt, at the price of the present number: a repeat of the report names one that is over. */
function settlePrice(
  context: CommandContext,
  { addressed, send }: FoundSend,
  { send_id: sendId, attempt }: ReportAttempt,
): void {
  // The sender that reports this wrote no attempt down. One that is there was made by another, at the right price.
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

/** What its message does not want any more is called off; whatever else refused it was a gate. */
function skipped(context: CommandContext, { addressed, send }: FoundSend, reason: string): void {
  if (reason === 'superseded') cancel(context, addressed, [send], null);
  else if (reason === 'retracted') cancel(context, addressed, [send], 'retracted');
  else skipAtLast(context, addressed, send, reason);
}

/** Throttled, a passing fault, or nobody there: again by timer, until the attempts of D14 are used up. */
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
  // What was taken back or superseded while a provider had it is pending again, and so is called off.
  if (status === 'retracted' || isSuperseded) {
    cancel(context, addressed, [send], status === 'retracted' ? 'retracted' : null);
    return;
  }
  context.set.sends.save({ ...send, answered, attempt: send.attempt + 1, updatedAt: context.now });
  context.setTimer(send.id, 'retry', new Date(context.now.getTime() + pause));
}

/** 2.13, 2.4: why it will never be submitted. */
function giveUp(context: CommandContext, { addressed, send }: FoundSend, outcome: string): void {
  if (send.channel === 'email') {
    failEmail(context, addressed, send, outcome === 'refused' ? 'esp_refused' : 'retries_exhausted');
    return;
  }
  const refusedCode = outcome === 'throttled' ? 'platform_limited' : `${send.channel}.submit_refused`;
  const wasReached = outcome === 'refused' || send.answered;
  reject(context, addressed, send, wasReached ? refusedCode : `${send.channel}.never_submitted`);
}

/** It may have arrived, so it is never submitted again and the credit is kept. */
function leaveUnknown(context: CommandContext, { addressed, send }: FoundSend): void {
  if (send.channel === 'email') {
    failEmail(context, addressed, send, 'outcome_unknown');
    return;
  }
  waitForStatus(context, fail(context, addressed, send, `${send.channel}.submit_outcome_unknown`));
}
