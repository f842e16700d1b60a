import type { Submission } from './provider';
import { reportOf, skipEnding, submissionEnding, UNKNOWN_ENDING } from './submission-report';

const REF = { businessId: 'biz_1', sendId: 'snd_1', attempt: 2 };
const NOTHING = {
  provider_id: null,
  retry_after_ms: null,
  skipped_reason: null,
  emails_this_month: null,
  counted_month: null,
};

describe('the report of an attempt', () => {
  it.each<[Submission, object]>([
    [
      { outcome: 'accepted', providerId: 'SM1' },
      { outcome: 'accepted', provider_id: 'SM1' },
    ],
    [{ outcome: 'accepted', providerId: null }, { outcome: 'accepted' }],
    [{ outcome: 'refused', detail: 'x' }, { outcome: 'refused' }],
    [{ outcome: 'not_on_whatsapp', detail: 'x' }, { outcome: 'not_on_whatsapp' }],
    [
      { outcome: 'throttled', retryAfterMs: 1_500.4, detail: 'x' },
      { outcome: 'throttled', retry_after_ms: 1_500 },
    ],
    [{ outcome: 'throttled', retryAfterMs: null, detail: 'x' }, { outcome: 'throttled' }],
    [
      { outcome: 'throttled', retryAfterMs: 1e12, detail: 'x' },
      { outcome: 'throttled', retry_after_ms: 86_400_000 },
    ],
    [{ outcome: 'try_later', detail: 'x' }, { outcome: 'try_later' }],
    [{ outcome: 'not_reached', detail: 'x' }, { outcome: 'not_reached' }],
    [{ outcome: 'unknown', detail: 'x' }, { outcome: 'unknown' }],
  ])('has the outcome of the provider: %j', (submission, ending) => {
    expect(submissionEnding(submission, null)).toEqual({ ...NOTHING, ...ending });
  });

  it('has the number of emails of the month, this one included (LIMIT-12)', () => {
    const monthly = { emails: 7, month: '2026-11' };
    expect(submissionEnding({ outcome: 'accepted', providerId: null }, monthly)).toMatchObject({
      emails_this_month: 7,
      counted_month: '2026-11',
    });
  });

  it('has the reason of the gate that refused the send', () => {
    expect(skipEnding('stopped')).toEqual({ ...NOTHING, outcome: 'skipped', skipped_reason: 'stopped' });
  });

  it('is a command of the business, about the attempt', () => {
    const command = reportOf(REF, UNKNOWN_ENDING, 1_790_000_000_000);
    expect(command).toMatchObject({ business_id: 'biz_1', issued_at: 1_790_000_000_000 });
    expect(command.body).toEqual({
      ReportAttempt: { send_id: 'snd_1', attempt: 2, ...NOTHING, outcome: 'unknown' },
    });
  });
});
