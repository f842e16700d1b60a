/**
 * How a submission to a simulated provider ends. Each channel lists its own outcomes: a text cannot bounce, and a test
 * that requests a bounce should fail at once instead of waiting for a report that never comes.
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

/** The events that a simulated provider reports. Each stand-in translates them to its provider's terms. */
export interface ReportedEvents {
  readonly email: 'delivered' | 'bounced_hard' | 'bounced_soft' | 'complained';
  readonly sms: 'sent' | 'delivered' | 'undelivered' | 'failed';
  readonly whatsapp: 'sent' | 'delivered' | 'read' | 'failed' | 'not_on_whatsapp' | 'window_closed';
}

export type EventOn<On extends Channel> = ReportedEvents[On];

/** The events that the provider reports after it accepted a message. */
export function eventsAfter<On extends Channel>(channel: On, outcome: OutcomeOn<On>): readonly EventOn<On>[] {
  return REPORTED[channel][outcome];
}

const REPORTED: {
  readonly [On in Channel]: Readonly<Record<OutcomeOn<On>, readonly EventOn<On>[]>>;
} = {
  email: {
    deliver: ['delivered'],
    complain: ['delivered', 'complained'],
    // The only failure of an accepted email is a bounce.
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
 * True if the person receives the message without a further event. A message that is accepted without a report arrives,
 * as most email does. A message that gets no answer arrives only if a late report says so.
 */
export function arrives(outcome: Outcome): boolean {
  return ARRIVING.has(outcome);
}

/** True if the provider takes the message and assigns an id. A provider that does not answer may have taken it. */
export function isTaken(outcome: Outcome): boolean {
  return !['refuse', 'throttle', 'unreachable'].includes(outcome);
}

const ARRIVING: ReadonlySet<Outcome> = new Set(['deliver', 'accept_only', 'complain', 'read']);
