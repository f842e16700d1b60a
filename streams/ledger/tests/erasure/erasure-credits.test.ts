import { topics } from '../../../../schemas/topics';
import { NOTHING_TO_ERASE } from '../../erasure/rows-to-erase';
import { BUSINESS, keyed } from '../fixtures/scenario';
import { EMAIL, FOR_WHATSAPP, HOUR, PHONE, World } from '../fixtures/world';

describe('the paid sends of an erased person (ERASE-10)', () => {
  const A_TEXT = { recipient_phone: PHONE, channels: ['sms'] };
  const erasedAfter = (prepare: (world: World) => void) => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 5 });
    prepare(world);
    const sends = world.sends();
    const begin = world.command({ EraseRecipient: { recipient_email: EMAIL } }, keyed('e1'));
    world.apply(begin);
    world.set.toErase.set(begin.command_id, { ...NOTHING_TO_ERASE, sends });
    const { outputs } = world.apply(world.command({ EraseChunk: { erasure_id: begin.command_id } }));
    world.set.toErase.set(begin.command_id, NOTHING_TO_ERASE);
    world.apply(world.command({ EraseChunk: { erasure_id: begin.command_id } }));
    const report = world.set.idempotencyRecord(BUSINESS, Buffer.from('e1'))?.body ?? '{}';
    const records = outputs.filter(({ topic }) => topic !== topics.commands.name);
    return { world, sends, records, report: JSON.parse(report) as Record<string, unknown> };
  };

  test.each([
    ['sms', topics.eventsSms],
    ['whatsapp', topics.eventsWhatsapp],
  ] as const)('on %s: a waiting send is refunded, and reported by ids only (EVENT-12)', (channel, topic) => {
    const { world, sends, records, report } = erasedAfter((before) => {
      before.push({ ...FOR_WHATSAPP, channels: [channel], send_at: before.nowMs + HOUR });
    });
    const sendId = sends.find((send) => send.channel === channel)?.id;
    expect([...world.set.creditEntries.values()].at(-1)).toMatchObject({
      kind: 'refund',
      amount: 1,
      balance: 5,
      sendId,
    });
    expect(world.business().balance).toBe(5);
    expect(records).toMatchObject([
      { topic: topic.name, value: { type: `${channel}.refunded`, send_id: sendId, credits: 1 } },
    ]);
    expect(world.merchantEvents()).toEqual([]);
    // The email was waiting too.
    expect(report).toMatchObject({
      cancelled_sends: 2,
      deleted: { [`${channel}_sends`]: 1, email_sends: 1 },
    });
  });

  test.each([
    ['is on the line', (world: World) => world.claim('sms')],
    ['was submitted', (world: World) => void world.attempt('sms', 'accepted')],
    ['ended without an answer', (world: World) => void world.attempt('sms', 'unknown')],
  ])('a send that %s stays spent', (_what, prepare) => {
    const { world, records, report } = erasedAfter((before) => {
      before.push(A_TEXT);
      before.attempt('email', 'accepted');
      prepare(before);
    });
    expect([world.business().balance, records]).toEqual([4, []]);
    expect(report).toMatchObject({ cancelled_sends: 0, deleted: { sms_sends: 1 } });
  });
});
