import { topics } from '../../../schemas/topics';
import type { PaidChannelRules } from '../paid-channel';

/** Texts to these countries need a registration that the service does not have (CHAN-10). */
const NO_TEXTS_TO = ['US', 'CA'];
const MINUTE_MS = 60_000;

/** The rules of texts (SMS). */
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
  // Four attempts over ten minutes (NUDGE-7).
  pausesMs: [0.5 * MINUTE_MS, 2 * MINUTE_MS, 7.5 * MINUTE_MS],
};
