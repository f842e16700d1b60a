import type { StoredFault } from '../../../schemas/api/errors';
import type { PushMessage } from '../../../schemas/generated/command';
import { readMobileNumber, type MobileNumber } from '../../../schemas/values/mobile-number';
import type { Recipient } from '../people/tables';
import type { CommandContext } from '../command-context';

/** The number of a push, as it was read, and the faults of the push. */
export interface JudgedPush {
  /** Null: the push has no number. */
  readonly number: MobileNumber | null;
  readonly faults: readonly StoredFault[];
}

/** Faults of a push that only the clock and stored data show, in the order of its fields (ERR-10). */
export function judgePush(context: CommandContext, push: PushMessage, recipient: Recipient): JudgedPush {
  const { recipient_phone: phone, whatsapp_opt_in: consent, send_at: sendAt } = push;
  const number = phone === null ? null : readMobileNumber(phone, context.account().defaultCountry);
  const faults: StoredFault[] = [];
  // A number without `+` is read in the country of the business (CONSENT-3).
  if (number === undefined) faults.push(PHONE_INVALID);
  // Consent needs a number that it is about, sent or held (CONSENT-15).
  if (consent !== null && phone === null && recipient.phone === null) faults.push(PHONE_MISSING);
  if (sendAt !== null) faults.push(...sendAtFaults(sendAt, context.now.getTime()));
  return { number: number ?? null, faults };
}

const PHONE_INVALID = fault('recipient_phone', 'phone_invalid', 'value is not a possible mobile number');
const PHONE_MISSING = fault('recipient_phone', 'missing', 'Field required');

function sendAtFaults(sendAtMs: number, nowMs: number): StoredFault[] {
  if (sendAtMs <= nowMs) return [badSendAt('must be in the future')];
  if (sendAtMs > nowMs + MAX_DELAY_MS) return [badSendAt('must be at most 90 days from now')];
  return [];
}

const MAX_DELAY_MS = 90 * 86_400_000;

function badSendAt(why: string): StoredFault {
  return fault('send_at', 'value_error', `Value error, send_at ${why}`);
}

function fault(field: string, type: StoredFault['type'], msg: string): StoredFault {
  return { type, loc: ['body', field], msg };
}
