import { newId } from '../../schemas/ids';
import { actOn, erase, push, readMessage, type FetchedReply } from '../fixtures/merchant';
import { openPlayedSenders, type Nudge, type PlayedSenders } from '../fixtures/played-senders';
import { product } from '../fixtures/product';
import { callbackOf, deliver } from '../fixtures/provider-callbacks';

let stage: PlayedSenders;
beforeAll(async () => {
  stage = await openPlayedSenders();
});
afterAll(() => stage.close());

let keys = 0;
function act({ apiKey }: Nudge, name: 'sms' | 'whatsapp' | 'retract', id: string): Promise<FetchedReply> {
  return actOn(product().ingressUrl, apiKey, { id, act: name, key: `act ${String((keys += 1))}` });
}

const answerOf = ({ status, body }: FetchedReply): unknown[] => [status, body['error_code']];

describe.each(['sms', 'whatsapp'] as const)('a resend on %s', (channel) => {
  test('of a message that is unknown, misspelt or of another business is a 404 and costs nothing', async () => {
    const [nudge, other] = [await stage.aNudge(), await stage.aNudge()];
    for (const id of [newId('msg', Date.now()), 'msg_x', 'no-id', other.messageId]) {
      expect(answerOf(await act(nudge, channel, id))).toEqual([404, 'message.not_found']);
    }
    expect([await nudge.balance(), await other.balance()]).toEqual([8, 8]);
  });

  test('of a retracted message is refused, although none of its nudges was sent', async () => {
    const nudge = await stage.aNudge();
    expect((await act(nudge, 'retract', nudge.messageId)).status).toBe(200);
    expect(answerOf(await act(nudge, channel, nudge.messageId))).toEqual([409, 'message.not_active']);
    expect(await nudge.balance()).toBe(10);
  });

  test('of an obsolete message is sent, and charged again', async () => {
    const nudge = await stage.aNudge();
    await nudge.claim(channel);
    await nudge.result(channel, 'refused');
    expect(await nudge.balance()).toBe(9);
    const { ingressUrl } = product();
    await push(ingressUrl, nudge.apiKey, 'newer', { notify: false, obsoletes: [nudge.messageId] });
    const { body } = await readMessage(ingressUrl, nudge.apiKey, nudge.messageId);
    expect(body['status']).toBe('obsolete');
    expect(await act(nudge, channel, nudge.messageId)).toMatchObject({
      status: 200,
      body: { queued: true, credits: 1 },
    });
    expect(await nudge.balance()).toBe(8);
  });
});

const endings: readonly [string, (nudge: Nudge) => Promise<unknown>][] = [
  ['was refused', (nudge) => end(nudge, 'refused')],
  ['was skipped by a gate', (nudge) => end(nudge, 'skipped')],
  ['was cancelled', (nudge) => act(nudge, 'retract', nudge.messageId)],
];

test.each(endings)(
  'a status for a send that %s is accepted and changes nothing',
  async (_ending, bringAbout) => {
    const nudge = await stage.aNudge();
    await bringAbout(nudge);
    const [before, balance, published] = [
      await nudge.delivery(),
      await nudge.balance(),
      await nudge.published(),
    ];
    const { businessId, sends } = nudge;
    const callbacks = [
      callbackOf.twilio({ businessId, sendId: sends.sms, status: 'delivered' }),
      callbackOf.twilio({ businessId, sendId: sends.sms, status: 'undelivered' }),
      callbackOf.meta({ businessId, sendId: sends.whatsapp, status: 'read' }),
      callbackOf.meta({ businessId, sendId: sends.whatsapp, status: 'failed' }),
    ];
    for (const callback of callbacks) expect(await deliver(stage.callbacksUrl, callback)).toBe(200);
    expect([await nudge.delivery(), await nudge.balance()]).toEqual([before, balance]);
    expect(await nudge.published()).toEqual(published);
  },
);

test.each([
  ['postmark', 'SpamComplaint'],
  ['sendgrid', 'bounce'],
] as const)(
  'what %s reports about an address, %s, is kept although the person was erased before (ERASE-14)',
  async (provider, status) => {
    const { ingressUrl } = product();
    const nudge = await stage.aNudge();
    const { businessId, apiKey, sends } = nudge;
    const address = `${businessId}@example.com`;
    await nudge.claim('email');
    await nudge.result('email', 'accepted');
    expect((await erase(ingressUrl, apiKey, { email: address, key: 'erasure' })).status).toBe(200);
    const report = { businessId, sendId: sends.email, status, address: address.toUpperCase() };
    expect(await deliver(stage.callbacksUrl, callbackOf[provider](report))).toBe(200);
    const { body } = await push(ingressUrl, apiKey, 'back', { recipient_email: address });
    expect(body).toMatchObject({ created: true, email: { sending: false, skipped_reason: 'suppressed' } });
  },
);

async function end(nudge: Nudge, outcome: string): Promise<void> {
  await nudge.claim('sms', 'whatsapp');
  for (const channel of ['sms', 'whatsapp'] as const) await nudge.result(channel, outcome);
}
