import type { ReportAttempt } from '../../../schemas/generated/command';
import { NOTED, type Decide } from '../decision';
import { endAttempt } from './attempts';
import { callOff } from './cancel';
import { fail, failEmail, reject, skipAtLast } from './endings';
import { findSend, type FoundSend } from './found-send';
import { waitForStatus } from './fallback';
import { handOverAnew } from './present-number';
import { learnUnreachable } from './reachability';
import { pauseAfter } from '../../channels/retry-schedule';
import { markSubmitted } from './submitted';
import { monthOf } from '../../rules/calendar';
import { OTHER_COUNTRY } from '../../channels/paid-gate';
import { allowanceUsed } from '../accounts/plan';
import type { Turn } from '../command-context';
import { attemptKey } from '../store/row-keys';

/** The first result of an attempt counts; what comes later is left to the provider's reports. */
export const reportAttempt: Decide<ReportAttempt> = (turn, report) => {
  const found = findSend(turn, report.send_id);
  if (found === undefined) return NOTED;
  const { outcome, emails_this_month: emails, counted_month: month } = report;
  // Counted whatever became of the send: a report may have overtaken this result.
  if (outcome === 'accepted' && emails !== null) allowanceUsed(turn, emails, month ?? monthOf(turn.now));
  const { state, attempt } = found.send;
  if (state !== 'queued' || attempt !== report.attempt || hasResult(turn, report)) return NOTED;
  if (report.skipped_reason === OTHER_COUNTRY) {
    settlePrice(turn, found, report);
    return NOTED;
  }
  endAttempt(turn, found.send, outcome);
  settle(turn, found, report);
  return NOTED;
};

function hasResult(turn: Turn, { send_id: sendId, attempt }: ReportAttempt): boolean {
  return (turn.set.attempts.get(attemptKey({ sendId, attempt }))?.outcome ?? null) !== null;
}

/** It is settled by the next attempt, at the price of the present number: a repeat of the report names one that is over. */
function settlePrice(
  turn: Turn,
  { concerned, send }: FoundSend,
  { send_id: sendId, attempt }: ReportAttempt,
): void {
  // The sender that reports this wrote no attempt down. One that is there was made by another, at the right price.
  if (turn.set.attempts.get(attemptKey({ sendId, attempt })) !== undefined) return;
  handOverAnew(turn, concerned, { ...send, attempt: attempt + 1, updatedAt: turn.now });
}

function settle(turn: Turn, scene: FoundSend, report: ReportAttempt): void {
  switch (report.outcome) {
    case 'accepted':
      accepted(turn, scene, report);
      return;
    case 'skipped':
      skipped(turn, scene, report.skipped_reason ?? 'sending_paused');
      return;
    case 'refused':
      giveUp(turn, scene, 'refused');
      return;
    case 'not_on_whatsapp':
      learnUnreachable(turn, scene.send);
      giveUp(turn, scene, 'refused');
      return;
    case 'unknown':
      leaveUnknown(turn, scene);
      return;
    default:
      tryAgain(turn, scene, report);
  }
}

function accepted(turn: Turn, { concerned, send }: FoundSend, report: ReportAttempt): void {
  waitForStatus(turn, markSubmitted(turn, concerned, send, report.provider_id));
}

/** What its message does not want any more is called off; whatever else refused it was a gate. */
function skipped(turn: Turn, { concerned, send }: FoundSend, reason: string): void {
  if (reason === 'superseded') callOff(turn, concerned, [send], null);
  else if (reason === 'retracted') callOff(turn, concerned, [send], 'retracted');
  else skipAtLast(turn, concerned, send, reason);
}

/** Throttled, a passing fault, or nobody there: again by timer, until the attempts of D14 are used up. */
function tryAgain(turn: Turn, scene: FoundSend, report: ReportAttempt): void {
  const { concerned, send } = scene;
  const answered = send.answered || report.outcome !== 'not_reached';
  const pause = pauseAfter(send.channel, send.attempt, report.retry_after_ms);
  if (pause === undefined) {
    giveUp(turn, { ...scene, send: { ...send, answered } }, report.outcome);
    return;
  }
  const { status, nudge } = concerned.message;
  const isSuperseded = send.nudge !== null && send.nudge !== nudge;
  // What was taken back or superseded while a provider had it is pending again, and so is called off.
  if (status === 'retracted' || isSuperseded) {
    callOff(turn, concerned, [send], status === 'retracted' ? 'retracted' : null);
    return;
  }
  turn.set.sends.save({ ...send, answered, attempt: send.attempt + 1, updatedAt: turn.now });
  turn.setTimer(send.id, 'retry', new Date(turn.now.getTime() + pause));
}

/** 2.13, 2.4: why it will never be submitted. */
function giveUp(turn: Turn, { concerned, send }: FoundSend, outcome: string): void {
  if (send.channel === 'email') {
    failEmail(turn, concerned, send, outcome === 'refused' ? 'esp_refused' : 'retries_exhausted');
    return;
  }
  const refusedCode = outcome === 'throttled' ? 'platform_limited' : `${send.channel}.submit_refused`;
  const wasReached = outcome === 'refused' || send.answered;
  reject(turn, concerned, send, wasReached ? refusedCode : `${send.channel}.never_submitted`);
}

/** It may have arrived, so it is never submitted again and the credit is kept. */
function leaveUnknown(turn: Turn, { concerned, send }: FoundSend): void {
  if (send.channel === 'email') {
    failEmail(turn, concerned, send, 'outcome_unknown');
    return;
  }
  waitForStatus(turn, fail(turn, concerned, send, `${send.channel}.submit_outcome_unknown`));
}
