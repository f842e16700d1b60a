import { aSnapshot, NOW, type SceneChanges } from '../../../sender/send-snapshot.fixture';
import { composeEmail, decideEmail } from './decide';

const links = { inboxUrl: () => 'https://in.example/i/token' };
const settings = { links, sendingDomain: 'shared.example' };

describe('an email whose gates are asked again (CHAN-5)', () => {
  it('goes, and is counted for the day and for the month (LIMIT-10, LIMIT-11)', () => {
    expect(decide({})).toEqual({
      goes: true,
      counts: [
        {
          counter: 'emails_per_day',
          period: '2026-11-15',
          limit: { cap: 10_000, reason: 'daily_cap_reached' },
        },
        { counter: 'emails_per_month', period: '2026-11', limit: null },
        {
          counter: 'emails_to YWRh',
          period: '2026-11-15',
          limit: { cap: 50, reason: 'recipient_cap_reached' },
        },
      ],
      shortLink: null,
    });
  });

  it.each<[string, SceneChanges]>([
    ['business_inactive', { business: { active: false } }],
    ['plan_lapsed', { business: { plan: 'lapsed' } }],
    ['sending_paused', { business: { sendingPaused: true } }],
    ['unsubscribed', { recipient: { unsubscribedAt: NOW } }],
    ['suppressed', { recipient: { suppressedAt: NOW } }],
  ])('is skipped: %s', (reason, changes) => {
    expect(decide(changes)).toEqual({ goes: false, reason });
  });

  it('is skipped on the shared domain if the address bounced for any business (CHAN-9)', () => {
    expect(decide({}, true)).toEqual({ goes: false, reason: 'platform_suppressed' });
    expect(decide({ business: { sendingDomain: 'bloom.example' } }, true)).toMatchObject({ goes: true });
  });

  it('goes to an unsubscribed recipient who asked for a fresh link, but to no bounced address (INBOX-15)', () => {
    const asked = { send: { nudge: null } };
    expect(decide({ ...asked, recipient: { unsubscribedAt: NOW } })).toMatchObject({ goes: true });
    const bounced = { unsubscribedAt: NOW, suppressedAt: NOW };
    expect(decide({ ...asked, recipient: bounced })).toEqual({ goes: false, reason: 'suppressed' });
    const unsubscribed = { ...asked, recipient: { unsubscribedAt: NOW } };
    expect(decide(unsubscribed, true)).toEqual({ goes: false, reason: 'platform_suppressed' });
  });

  it('goes on when the plan is past due (LIMIT-13)', () => {
    expect(decide({ business: { plan: 'past_due' } })).toMatchObject({ goes: true });
  });
});

describe('what the mail provider gets', () => {
  it('comes from the shared domain, leads to the inbox and ends all mail with one click', () => {
    expect(composeEmail(aSnapshot(), NOW, settings)).toMatchObject({
      businessId: 'biz_1',
      sendId: 'snd_1',
      to: 'ada@example.com',
      fromName: 'Bloom & Co',
      fromAddress: 'updates@shared.example',
      subject: 'Your order',
      text: expect.stringContaining('https://in.example/i/token\n'),
      unsubscribeUrl: 'https://in.example/i/token/unsubscribe',
    });
  });

  it('comes from the domain of the business if it has one (CHAN-18)', () => {
    const snapshot = aSnapshot({ business: { sendingDomain: 'bloom.example' } });
    expect(composeEmail(snapshot, NOW, settings).fromAddress).toBe('updates@bloom.example');
  });

  it('brings a fresh link that was asked for, and does not repeat the message (INBOX-17)', () => {
    const { subject, text, html } = composeEmail(aSnapshot({ send: { nudge: null } }), NOW, settings);
    expect(subject).toBe('Here is your new link');
    expect(text).toContain('https://in.example/i/token\n');
    for (const old of ['Your order', 'on its way', 'A-17', 'Shipped']) {
      expect(text).not.toContain(old);
      expect(html).not.toContain(old);
    }
  });

  it('has a link that works for thirty days (INBOX-2)', () => {
    const inboxUrl = jest.fn(() => 'https://in.example/i/token');
    composeEmail(aSnapshot(), NOW, { ...settings, links: { inboxUrl } });
    expect(inboxUrl).toHaveBeenCalledWith(aSnapshot(), new Date('2026-12-15T12:00:00Z'));
  });
});

function decide(changes: SceneChanges, platformSuppressed = false): ReturnType<typeof decideEmail> {
  return decideEmail(aSnapshot(changes), { platformSuppressed, addressHash: Buffer.from('ada') }, NOW);
}
