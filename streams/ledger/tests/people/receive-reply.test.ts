import type { ReceiveReply } from '../../../../schemas/generated/command';
import { topics } from '../../../../schemas/topics';
import type { AutoReply, WhatsappReply } from '../../people/tables';
import type { Brought } from '../fixtures/scenario';
import { DAY, EMAIL, FOR_WHATSAPP, HOUR, PHONE, World } from '../fixtures/world';

const FORWARD = 'orders@bloom.example';

function aWorld(settings = {}): World {
  const world = new World({ settings: { whatsapp_mode: 'on', ...settings }, credits: 10 });
  world.push(FOR_WHATSAPP);
  return world;
}

function reply(world: World, more: Partial<ReceiveReply> = {}): Brought {
  const { id: message_id, recipientId: recipient_id } = world.message();
  const said = { recipient_id, message_id, phone: PHONE, text: 'Where is it?', provider_id: 'wamid.1' };
  return world.apply(world.command({ ReceiveReply: { ...said, received_at: world.nowMs, ...more } }));
}

const autoReplies = ({ written }: Brought, channel: string) =>
  (written.autoReplies as AutoReply[]).filter((autoReply) => autoReply.channel === channel);

describe('a reply (CONSENT-19)', () => {
  test('is stored, and reported to the merchant with its text (HOOK-9)', () => {
    const world = aWorld();
    reply(world, { received_at: world.nowMs - HOUR });
    const receivedAt = new Date(world.nowMs - HOUR);
    const [kept] = [...world.set.replies.values()];
    expect(kept).toMatchObject({ text: 'Where is it?', providerId: 'wamid.1', receivedAt });
    expect(world.merchantEvents()).toMatchObject([
      {
        type: 'whatsapp.inbound_message',
        data: {
          message_id: world.message().id,
          recipient_email: EMAIL,
          reply_id: kept?.id,
          text: 'Where is it?',
          received_at: receivedAt.toISOString(),
        },
      },
    ]);
  });

  test('is reported to data teams without its text (EVENT-10)', () => {
    const world = aWorld();
    const { outputs } = reply(world);
    const records = outputs.filter(({ topic }) => topic === topics.eventsWhatsapp.name);
    expect(records.map(({ value }) => value)).toMatchObject([
      {
        type: 'whatsapp.inbound_message',
        message_id: world.message().id,
        recipient_id: world.recipient().id,
      },
    ]);
    expect(JSON.stringify(outputs)).not.toContain('Where is it?');
  });

  test('that the platform repeats is stored, reported, forwarded and acknowledged once', () => {
    const world = aWorld({ whatsapp_forward_email: FORWARD });
    reply(world);
    world.wait(2 * DAY);
    const { outputs, written } = reply(world);
    expect([outputs, written.replies, written.autoReplies]).toEqual([[], [], []]);
  });

  test("is never dated in the future, even if the platform's clock is ahead", () => {
    const world = aWorld();
    const { written } = reply(world, { received_at: world.nowMs + DAY });
    expect((written.replies as WhatsappReply[])[0]?.receivedAt).toEqual(new Date(world.nowMs));
  });

  test.each<[string, (world: World) => Partial<ReceiveReply>]>([
    ['a recipient who is gone', () => ({ recipient_id: 'rcp_gone' })],
    ['a message that is gone', () => ({ message_id: 'msg_gone' })],
    [
      "somebody else's message",
      (world) => {
        const { id: message_id } = world.message();
        world.push({ recipient_email: 'bob@example.com' });
        return { message_id };
      },
    ],
  ])('to %s is not stored', (_what, about) => {
    const world = aWorld();
    const { outputs, written } = reply(world, about(world));
    expect([outputs, written.replies, written.autoReplies]).toEqual([[], [], []]);
  });
});

describe('the acknowledgement of a reply (CONSENT-20)', () => {
  const acknowledged = (world: World, id: string, more = {}) =>
    autoReplies(reply(world, { provider_id: id, ...more }), 'whatsapp').length;

  test('goes to the writer on WhatsApp, and costs nothing', () => {
    const world = aWorld();
    const { balance } = world.business();
    const brought = reply(world);
    expect(autoReplies(brought, 'whatsapp')).toMatchObject([{ address: PHONE, takenAt: null }]);
    expect(brought.outputs.map(({ topic }) => topic)).toContain(topics.sendsWhatsapp.name);
    expect(world.business().balance).toBe(balance);
  });

  test('goes once in 24 hours', () => {
    const world = aWorld();
    expect(acknowledged(world, 'one')).toBe(1);
    world.wait(DAY - 1);
    expect(acknowledged(world, 'two')).toBe(0);
    world.wait(1);
    expect(acknowledged(world, 'three')).toBe(1);
  });

  test('is counted per number', () => {
    const world = aWorld();
    expect(acknowledged(world, 'one')).toBe(1);
    expect(acknowledged(world, 'two', { phone: '+447700900456' })).toBe(1);
  });

  test('does not answer a STOP, which is stored and reported like any reply', () => {
    const world = aWorld();
    const brought = reply(world, { text: 'Stop!' });
    expect(autoReplies(brought, 'whatsapp')).toEqual([]);
    expect(brought.written.replies).toHaveLength(1);
    expect(acknowledged(world, 'two')).toBe(1);
  });
});

test('each reply is forwarded if the business has named an address', () => {
  const world = aWorld({ whatsapp_forward_email: FORWARD });
  for (const provider_id of ['one', 'two']) {
    const brought = reply(world, { provider_id });
    const [forwarded] = autoReplies(brought, 'email');
    expect(forwarded).toMatchObject({ address: FORWARD, cause: provider_id });
    expect(forwarded?.text).toContain('Where is it?');
    expect(brought.written.replies).toMatchObject([{ forwardAutoReplyId: forwarded?.id }]);
  }
  world.change({ cleared: ['whatsapp_forward_email'] });
  const brought = reply(world, { provider_id: 'three' });
  expect(autoReplies(brought, 'email')).toEqual([]);
  expect(brought.written.replies).toMatchObject([{ forwardAutoReplyId: null }]);
});
