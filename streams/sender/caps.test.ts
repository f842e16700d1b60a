import { counterKey, grantCaps, sharesOf, type Candidate } from './caps';
import type { Count } from './verdict';

const DAY: Count = {
  counter: 'emails_per_day',
  period: '2026-11-15',
  limit: { cap: 10, reason: 'daily_cap_reached' },
};
const MONTH: Count = { counter: 'emails_per_month', period: '2026-11', limit: null };
const dayOf = (businessId: string): string => counterKey({ businessId, ...DAY });
const monthOf = (businessId: string): string => counterKey({ businessId, ...MONTH });

describe('caps (HAZ-21)', () => {
  it('let as many sends through as have room, in order, and give the rest of each counter back once', () => {
    const used = new Map([
      [dayOf('a'), 8],
      [monthOf('a'), 100],
    ]);
    const emails = [emailOf('a'), emailOf('a'), emailOf('a'), emailOf('a'), emailOf('a')];
    const { verdicts, tallies, refused } = grantCaps(emails, used);
    expect(verdicts.map(({ goes }) => goes)).toEqual([true, true, false, false, false]);
    expect(verdicts[2]).toEqual({ goes: false, reason: 'daily_cap_reached' });
    expect(tallies.map((tally) => tally.get('emails_per_month'))).toEqual([
      101,
      102,
      undefined,
      undefined,
      undefined,
    ]);
    expect(refused).toEqual([
      { businessId: 'a', counter: 'emails_per_day', period: '2026-11-15', sends: 3 },
      { businessId: 'a', counter: 'emails_per_month', period: '2026-11', sends: 3 },
    ]);
  });

  it('are counted for each business', () => {
    const { verdicts, tallies } = grantCaps([emailOf('a'), emailOf('b')], new Map([[dayOf('a'), 10]]));
    expect(verdicts.map(({ goes }) => goes)).toEqual([false, true]);
    expect(tallies.map((tally) => tally.get('emails_per_month'))).toEqual([undefined, 1]);
  });

  it('have all their room if nothing was counted yet', () => {
    const only: Candidate = {
      businessId: 'a',
      verdict: {
        goes: true,
        counts: [{ ...DAY, limit: { cap: 1, reason: 'daily_cap_reached' } }],
        shortLink: null,
      },
      isCounted: false,
    };
    const { verdicts, tallies } = grantCaps([only, only], new Map());
    expect(verdicts.map(({ goes }) => goes)).toEqual([true, false]);
    expect(tallies[0]?.get('emails_per_day')).toBe(1);
    expect(grantCaps([{ ...only, isCounted: true }], new Map()).tallies[0]?.get('emails_per_day')).toBe(0);
  });

  it('do not count the retry of a send that was counted, but show it the counters', () => {
    const used = new Map([
      [dayOf('a'), 10],
      [monthOf('a'), 40],
    ]);
    const again = [{ ...emailOf('a'), isCounted: true }];
    const { verdicts, tallies, refused } = grantCaps(again, used);
    expect(verdicts[0]?.goes).toBe(true);
    expect(tallies[0]?.get('emails_per_month')).toBe(40);
    expect([sharesOf(again).map(({ sends }) => sends), refused]).toEqual([[0, 0], []]);
  });

  it('that were lowered below what is used refuse further sends', () => {
    const { verdicts, refused } = grantCaps([emailOf('a')], new Map([[dayOf('a'), 25]]));
    expect([verdicts[0]?.goes, refused]).toEqual([false, sharesOf([emailOf('a')])]);
  });

  it('keep the refusal of a gate, and count nothing for it', () => {
    const refused: Candidate = {
      businessId: 'a',
      verdict: { goes: false, reason: 'unsubscribed' },
      isCounted: false,
    };
    expect(grantCaps([refused], new Map())).toMatchObject({ verdicts: [refused.verdict], refused: [] });
    expect(sharesOf([refused])).toEqual([]);
  });

  it('raise each counter once for all its sends', () => {
    const { counter, period } = DAY;
    expect(sharesOf([emailOf('a'), emailOf('a'), emailOf('b')])).toEqual([
      { businessId: 'a', counter, period, sends: 2 },
      { businessId: 'a', counter: MONTH.counter, period: MONTH.period, sends: 2 },
      { businessId: 'b', counter, period, sends: 1 },
      { businessId: 'b', counter: MONTH.counter, period: MONTH.period, sends: 1 },
    ]);
  });
});

function emailOf(businessId: string): Candidate {
  return { businessId, verdict: { goes: true, counts: [DAY, MONTH], shortLink: null }, isCounted: false };
}
