import type { NumberFacts } from '../../paid-facts';
import { aSnapshot, NOW, SHORT_LINK, type SceneChanges } from '../../../sender/send-snapshot.fixture';
import { composeSms, composeSmsAutoReply, decideSms } from './decide';

const settings = {
  links: { short: () => SHORT_LINK },
  warmUp: { perDay: 200, days: 14 },
  smsSender: '+447700900000',
};
const NUMBER: NumberFacts = { country: 'GB', stoppedChannels: [], unreachable: false, recentSends: 0 };

describe('a text whose gates are asked again (CHAN-5)', () => {
  it('goes, with a short link that works for thirty days', () => {
    expect(decide({})).toMatchObject({
      goes: true,
      shortLink: { code: SHORT_LINK.code, expiresAt: new Date('2026-12-15T12:00:00Z') },
    });
  });

  it.each<[string, SceneChanges, Partial<NumberFacts>]>([
    ['sms_not_enabled', { business: { smsMode: 'not_enabled' } }, {}],
    ['sms_disabled', { business: { smsMode: 'off' } }, {}],
    ['sending_paused', { business: { sendingPaused: true } }, {}],
    ['sending_paused', { business: { active: false } }, {}],
    ['unsubscribed', { recipient: { unsubscribedAt: NOW } }, {}],
    ['country_not_allowed', { business: { smsAllowedCountries: ['DE'] } }, {}],
    ['country_not_allowed', {}, { country: 'US' }],
    ['stopped', { recipient: { smsTextStoppedAt: NOW } }, {}],
    ['stopped', { recipient: { smsStoppedAt: NOW } }, {}],
    ['stopped', {}, { stoppedChannels: ['sms'] }],
    ['rate_limited', {}, { recentSends: 5 }],
  ])('is skipped: %s', (reason, changes, number) => {
    expect(decide(changes, number)).toEqual({ goes: false, reason });
  });

  it('is skipped if the recipient holds no number any more', () => {
    const verdict = decideSms(aSnapshot(), { number: 'none', review: 'approved' }, NOW, settings);
    expect(verdict).toEqual({ goes: false, reason: 'no_phone' });
  });

  it('goes in on_request mode, because the push asked for it', () => {
    expect(decide({ business: { smsMode: 'on_request' } })).toMatchObject({ goes: true });
  });

  it.each([
    ['2026-11-15T00:00:00Z', true],
    ['2026-11-02T23:59:59Z', true],
    ['2026-11-01T23:59:59Z', false],
  ])('counts towards the warm-up for fourteen UTC days: enabled at %s (CHAN-8)', (enabledAt, counts) => {
    const limit = { cap: 200, reason: 'sms_warmup_cap_reached' };
    const count = { counter: 'texts_per_day', period: '2026-11-15', limit };
    const verdict = decide({ business: { smsEnabledAt: new Date(enabledAt) } });
    expect(verdict).toMatchObject({ goes: true, counts: counts ? [count] : [] });
  });
});

describe('what the carrier gets', () => {
  it('goes to the number held now, from the shared number', () => {
    expect(composeSms(aSnapshot(), settings)).toEqual({
      businessId: 'biz_1',
      sendId: 'snd_1',
      to: '+447700900123',
      from: '+447700900000',
      text: expect.stringContaining(SHORT_LINK.url),
    });
  });

  it('comes from the number of the business if it has one', () => {
    const snapshot = aSnapshot({ business: { smsSender: '+447700900001' } });
    expect(composeSms(snapshot, settings).from).toBe('+447700900001');
  });

  it.each([
    ['+447700900002', '+447700900002'],
    [null, '+447700900000'],
  ])('answers from the number that the person wrote to: %s', (sender, from) => {
    const autoReply = {
      businessId: 'biz_1',
      id: 'aut_1',
      address: '+447700900123',
      sender,
      subject: null,
      text: 'You are out.',
      answersAt: NOW,
    };
    expect(composeSmsAutoReply(autoReply, settings)).toEqual({
      businessId: 'biz_1',
      sendId: 'aut_1',
      to: '+447700900123',
      from,
      text: 'You are out.',
    });
  });

  it('has no warm-up if it is not known when texts were switched on', () => {
    expect(decide({ business: { smsEnabledAt: null } })).toMatchObject({ goes: true, counts: [] });
  });
});

function decide(changes: SceneChanges, number: Partial<NumberFacts> = {}): ReturnType<typeof decideSms> {
  return decideSms(
    aSnapshot(changes),
    { number: { ...NUMBER, ...number }, review: 'approved' },
    NOW,
    settings,
  );
}
