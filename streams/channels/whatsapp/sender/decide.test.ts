import type { NumberFacts, Review } from '../../paid-facts';
import { aSnapshot, NOW, SHORT_LINK, type SceneChanges } from '../../../sender/send-snapshot.fixture';
import { composeWhatsapp, decideWhatsapp } from './decide';

const settings = { links: { short: () => SHORT_LINK } };
const NUMBER: NumberFacts = { country: 'US', stoppedChannels: [], unreachable: false, recentSends: 0 };

describe('a WhatsApp message whose gates are asked again (CHAN-5)', () => {
  it('goes to any country, with a short link that works for thirty days', () => {
    expect(decide({})).toEqual({
      goes: true,
      counts: [],
      shortLink: { code: SHORT_LINK.code, expiresAt: new Date('2026-12-15T12:00:00Z') },
    });
  });

  it.each<[string, SceneChanges, Partial<NumberFacts>]>([
    ['whatsapp_not_enabled', { business: { whatsappMode: 'not_enabled' } }, {}],
    ['whatsapp_disabled', { business: { whatsappMode: 'off' } }, {}],
    ['sending_paused', { business: { sendingPaused: true } }, {}],
    ['unsubscribed', { recipient: { unsubscribedAt: NOW } }, {}],
    ['country_not_allowed', { business: { smsAllowedCountries: ['DE'] } }, {}],
    ['stopped', { recipient: { whatsappTextStoppedAt: NOW } }, {}],
    ['stopped', { recipient: { whatsappStoppedAt: NOW } }, {}],
    ['stopped', { recipient: { whatsappWithdrawnAt: NOW } }, {}],
    ['stopped', {}, { stoppedChannels: ['whatsapp'] }],
    ['not_opted_in', { recipient: { whatsappOptedInAt: null } }, {}],
    ['not_reachable', {}, { unreachable: true }],
    ['template_unusable', { message: { reference: null } }, {}],
    ['template_unusable', { message: { orderStatus: 'lost' } }, {}],
    ['template_unusable', { business: { name: 'bloom.example' } }, {}],
    ['rate_limited', {}, { recentSends: 5 }],
  ])('is skipped: %s', (reason, changes, number) => {
    expect(decide(changes, number)).toEqual({ goes: false, reason });
  });

  it.each<[Review, string]>([
    ['in_review', 'template_not_sendable'],
    ['rejected', 'template_unusable'],
  ])('is skipped while its template is %s: %s (CHAN-14)', (review, reason) => {
    expect(decide({}, {}, review)).toEqual({ goes: false, reason });
  });

  it('goes although the recipient stopped texts', () => {
    const changes = { recipient: { smsStoppedAt: NOW } };
    expect(decide(changes, { stoppedChannels: ['sms'] })).toMatchObject({ goes: true });
  });
});

test('the platform gets the template of the status, with the reference, the name and the path of the link', () => {
  expect(composeWhatsapp(aSnapshot(), settings)).toEqual({
    businessId: 'biz_1',
    sendId: 'snd_1',
    to: '+447700900123',
    content: { template: 'order_shipped', parameters: ['A-17', 'Bloom & Co'], link: SHORT_LINK.path },
  });
});

function decide(
  changes: SceneChanges,
  number: Partial<NumberFacts> = {},
  review: Review = 'approved',
): ReturnType<typeof decideWhatsapp> {
  return decideWhatsapp(aSnapshot(changes), { number: { ...NUMBER, ...number }, review }, NOW, settings);
}
