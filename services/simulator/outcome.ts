/**
 * How a submission ends (D16). Each channel knows those that make sense on it: an SMS cannot bounce, and a test that
 * asks for that should hear so at once instead of waiting for a report that never comes.
 */
export const outcomesOf = {
  email: [
    'deliver',
    'accept_only',
    'fail_later',
    'refuse',
    'throttle',
    'no_answer',
    'bounce',
    'complain',
    'unreachable',
    'soft_bounce',
  ],
  sms: ['deliver', 'accept_only', 'fail_later', 'refuse', 'throttle', 'no_answer', 'unreachable'],
  whatsapp: [
    'deliver',
    'accept_only',
    'fail_later',
    'refuse',
    'throttle',
    'no_answer',
    'not_on_whatsapp',
    'read',
    'unreachable',
  ],
} as const;

export type Channel = keyof typeof outcomesOf;
export type OutcomeOn<On extends Channel> = (typeof outcomesOf)[On][number];
export type Outcome = OutcomeOn<Channel>;

export const channels = Object.keys(outcomesOf) as Channel[];

/**
 * Whether the person gets the message by itself. What was accepted without a report arrives like most mail does; what
 * was never answered arrives only when a late report says so.
 */
export function arrives(outcome: Outcome): boolean {
  return ARRIVING.has(outcome);
}

/** Whether the provider takes the message in, and so has a name for it. Who answers nothing may well have. */
export function isTaken(outcome: Outcome): boolean {
  return !['refuse', 'throttle', 'unreachable'].includes(outcome);
}

const ARRIVING: ReadonlySet<Outcome> = new Set(['deliver', 'accept_only', 'complain', 'read']);
