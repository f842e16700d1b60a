import { dayOf } from '../../rules/calendar';
import { readMobileNumber } from '../../../schemas/values/mobile-number';
import type { CommandContext } from '../command-context';
import { sms } from '../../channels/sms/sms';

/**
 * Answers are free, and carriers let anybody write in the name of any number, so a number gets at most this many a day
 * (UTC, CONSENT-20).
 */
export const MAX_ANSWERS_A_DAY = 5;

/** Why a word gets no answer, as the metric names it. */
export type Withheld = 'never_texted' | 'daily_limit';

/** Concerns only the answer: the word itself counts in any case. */
export function reasonToWithhold(context: CommandContext, phone: string, person: string): Withheld | null {
  const number = readMobileNumber(phone, null);
  if (number === undefined || !sms.goesTo(number.country)) return 'never_texted';
  const today = dayOf(context.now);
  const answers = context.set.autoReplies.by('texted', person);
  const given = answers.filter(({ createdAt }) => dayOf(createdAt) === today).length;
  return given < MAX_ANSWERS_A_DAY ? null : 'daily_limit';
}
