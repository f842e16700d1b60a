import { topics } from '../../../schemas/topics';
import type { PaidChannelRules } from '../paid-channel';

/** Texts to these two need a registration that the service does not have. */
const NO_TEXTS_TO = ['US', 'CA'];
const MINUTE_MS = 60_000;

export const sms: PaidChannelRules<'sms'> = {
  events: topics.eventsSms,
  modeOf: ({ smsMode }) => smsMode,
  goesTo: (country) => !NO_TEXTS_TO.includes(country),
  isStopped: ({ smsTextStoppedAt, smsStoppedAt }) => smsTextStoppedAt !== null || smsStoppedAt !== null,
  textedStop: 'smsTextStoppedAt',
  stop: 'smsStoppedAt',
  stoppedBy: (source, at) => ({ smsStoppedAt: at, smsStopSource: source }),
  stopsEverywhere: false,
  answersWords: true,
  keepsReplies: false,
  learnsReach: false,
  ownGate: () => null,
  readEvent: null,
  fallsBackTo: null,
  // Four attempts over ten minutes.
  pausesMs: [0.5 * MINUTE_MS, 2 * MINUTE_MS, 7.5 * MINUTE_MS],
};
