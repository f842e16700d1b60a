/**
 * How a submission to a simulated provider ends. Each channel lists its own outcomes: an SMS cannot bounce, and a test
 * that asks for that should fail at once instead of waiting for a report that never comes.
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

/** What a simulated provider reports about a submission. Each stand-in translates it to its provider's own word. */
export interface ReportedEvents {
  readonly email: 'delivered' | 'bounced_hard' | 'bounced_soft' | 'complained';
  readonly sms: 'sent' | 'delivered' | 'undelivered' | 'failed';
  readonly whatsapp: 'sent' | 'delivered' | 'read' | 'failed' | 'not_on_whatsapp' | 'window_closed';
}

export type EventOn<On extends Channel> = ReportedEvents[On];

/** What the provider reports after it accepted a message. */
export function eventsAfter<On extends Channel>(channel: On, outcome: OutcomeOn<On>): readonly EventOn<On>[] {
  return REPORTED[channel][outcome];
}

const REPORTED: {
  readonly [On in Channel]: Readonly<Record<OutcomeOn<On>, readonly EventOn<On>[]>>;
} = {
  email: {
    deliver: ['delivered'],
    complain: ['delivered', 'complained'],
    // Mail has no failure after acceptance but a bounce.
    fail_later: ['bounced_hard'],
    bounce: ['bounced_hard'],
    soft_bounce: ['bounced_soft'],
    accept_only: [],
    refuse: [],
    throttle: [],
    no_answer: [],
    unreachable: [],
  },
  sms: {
    deliver: ['sent', 'delivered'],
    fail_later: ['sent', 'undelivered'],
    accept_only: [],
    refuse: [],
    throttle: [],
    no_answer: [],
    unreachable: [],
  },
  whatsapp: {
    deliver: ['sent', 'delivered'],
    read: ['sent', 'delivered', 'read'],
    fail_later: ['sent', 'failed'],
    not_on_whatsapp: ['not_on_whatsapp'],
    accept_only: [],
    refuse: [],
    throttle: [],
    no_answer: [],
    unreachable: [],
  },
};

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
