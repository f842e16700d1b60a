import { variable, wholeUpTo } from './variable';

/** A rate, per process: the provider's limit divided by the instances. */
const perSecond = { ...wholeUpTo(1, 100_000), services: ['pipeline'] } as const;

/** How nudges leave: how many at once, how fast, for how long. */
export const senderVariables = {
  submissionTimeoutMs: variable({
    ...wholeUpTo(100, 600_000),
    name: 'SUBMISSION_TIMEOUT_MS',
    doc: 'Time a provider has to answer. An attempt that is open for half as long again is given up as unknown: the same for all instances',
    default: '30000',
    services: ['pipeline'],
  }),
  submissionsInFlight: variable({
    ...wholeUpTo(1, 10_000),
    name: 'SUBMISSIONS_IN_FLIGHT',
    doc: 'Attempts that a sender has under way at once',
    default: '50',
    services: ['pipeline'],
  }),
  emailsPerSecond: variable({
    ...perSecond,
    name: 'EMAILS_PER_SECOND',
    doc: 'Emails that one sender hands over at most',
    default: '1000',
  }),
  smsPerSecond: variable({
    ...perSecond,
    name: 'SMS_PER_SECOND',
    doc: 'Texts that one sender hands over at most',
    default: '50',
  }),
  whatsappPerSecond: variable({
    ...perSecond,
    name: 'WHATSAPP_PER_SECOND',
    doc: 'WhatsApp messages that one sender hands over at most',
    default: '80',
  }),
  smsWarmUpPerDay: variable({
    ...wholeUpTo(1, 1_000_000),
    name: 'SMS_WARMUP_PER_DAY',
    doc: 'Texts a day that a newly enabled business may send',
    default: '200',
    services: ['pipeline'],
  }),
  smsWarmUpDays: variable({
    ...wholeUpTo(0, 365),
    name: 'SMS_WARMUP_DAYS',
    doc: 'Days (UTC) for which it counts as newly enabled',
    default: '14',
    services: ['pipeline'],
  }),
};
