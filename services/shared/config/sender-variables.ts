import { variable, wholeUpTo } from './variable';

/** A rate for each process: the limit of the provider divided by the number of instances. */
const perSecond = { ...wholeUpTo(1, 100_000), services: ['pipeline'] } as const;

/** How many sends are under way at once, how fast they go, and how long each may take. */
export const senderVariables = {
  submissionTimeoutMs: variable({
    ...wholeUpTo(100, 600_000),
    name: 'SUBMISSION_TIMEOUT_MS',
    doc: 'How long a provider may take to answer. After one and a half times as long, an open attempt is reported as unknown. All instances need the same value',
    default: '30000',
    services: ['pipeline'],
  }),
  submissionsInFlight: variable({
    ...wholeUpTo(1, 10_000),
    name: 'SUBMISSIONS_IN_FLIGHT',
    doc: 'Attempts that one sender has under way at a time',
    default: '50',
    services: ['pipeline'],
  }),
  emailsPerSecond: variable({
    ...perSecond,
    name: 'EMAILS_PER_SECOND',
    doc: 'Emails a second that one sender submits at most',
    default: '1000',
  }),
  smsPerSecond: variable({
    ...perSecond,
    name: 'SMS_PER_SECOND',
    doc: 'Texts a second that one sender submits at most',
    default: '50',
  }),
  whatsappPerSecond: variable({
    ...perSecond,
    name: 'WHATSAPP_PER_SECOND',
    doc: 'WhatsApp messages a second that one sender submits at most',
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
    doc: 'Days (UTC) for which a business counts as newly enabled',
    default: '14',
    services: ['pipeline'],
  }),
};
