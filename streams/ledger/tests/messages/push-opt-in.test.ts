import { NOW } from '../fixtures/scenario';
import { DAY, FOR_WHATSAPP, OPT_IN, OTHER_PHONE, PHONE, World } from '../fixtures/world';

const AT = new Date(NOW).toISOString();
const RECORDED = { recorded: true, reason: null, recorded_at: AT };

describe('consent to WhatsApp that comes with a push (CONSENT-15)', () => {
  test('is recorded for the number sent, even if the channel is not enabled', () => {
    const world = new World();
    const { body } = world.push({ recipient_phone: PHONE, whatsapp_opt_in: OPT_IN });
    expect(body).toMatchObject({ whatsapp: null, whatsapp_opt_in: RECORDED });
    expect(world.recipient().whatsappOptedInAt).toEqual(new Date(NOW));
  });

  test('is recorded for the number held, and by a quiet push', () => {
    const world = new World();
    world.push({ recipient_phone: PHONE });
    const { body } = world.push({ whatsapp_opt_in: OPT_IN, notify: false });
    expect(body).toMatchObject({ nudged: false, whatsapp_opt_in: RECORDED });
  });

  test('counts for the push that brings it', () => {
    const world = new World({ settings: { whatsapp_mode: 'on_request' }, credits: 1 });
    const { body } = world.push({ ...FOR_WHATSAPP, channels: ['whatsapp'] });
    expect(body).toMatchObject({ whatsapp: { queued: true }, whatsapp_opt_in: RECORDED });
  });

  test('is null in the answer exactly if the push sent none', () => {
    const world = new World();
    expect(world.push({ recipient_phone: PHONE }).body).toMatchObject({ whatsapp_opt_in: null });
  });

  test('without any number is refused before anything is stored', () => {
    const world = new World();
    const { status, body, outputs } = world.push({ whatsapp_opt_in: OPT_IN });
    expect(status).toBe(422);
    expect(body).toEqual({
      error_code: 'common.validation_failed',
      detail: [{ type: 'missing', loc: ['body', 'recipient_phone'], msg: 'Field required' }],
    });
    expect(outputs).toEqual([]);
    expect([...world.set.recipients.values(), ...world.messages()]).toEqual([]);
  });

  test.each([
    ['in the past is kept', NOW - DAY, NOW - DAY],
    ['in the future counts as now', NOW + DAY, NOW],
    ['left out is now', null, NOW],
  ])('agreed_at %s', (_what, agreed_at, recordedAt) => {
    const world = new World();
    const { body } = world.push({ recipient_phone: PHONE, whatsapp_opt_in: { ...OPT_IN, agreed_at } });
    const recorded_at = new Date(recordedAt).toISOString();
    expect(body).toMatchObject({ whatsapp_opt_in: { recorded: true, reason: null, recorded_at } });
  });

  test('keeps the first date and wording when it is given again', () => {
    const world = new World();
    world.push({ recipient_phone: PHONE, whatsapp_opt_in: { ...OPT_IN, source: 'checkout' } });
    world.wait(DAY);
    expect(world.push({ whatsapp_opt_in: { ...OPT_IN, source: 'phone call' } }).body).toMatchObject({
      whatsapp_opt_in: { recorded: true, reason: 'already_recorded', recorded_at: AT },
    });
    expect(world.recipient().whatsappOptInSource).toBe('checkout');
  });

  test.each<[string, (world: World) => void]>([
    ['stopped', (world) => world.stop('whatsapp')],
    ['unsubscribed', (world) => world.unsubscribe()],
    [
      'withdrawn',
      (world) =>
        world.set.recipients.load([{ ...world.recipient(), whatsappWithdrawnAt: new Date(world.nowMs) }]),
    ],
  ])('of a recipient who is %s is not recorded', (reason, before) => {
    const world = new World({ settings: { whatsapp_mode: 'on' }, credits: 5 });
    world.push({ recipient_phone: PHONE, notify: false });
    before(world);
    const { status, body } = world.push({ ...FOR_WHATSAPP, recipient_phone: null });
    expect(status).toBe(201);
    expect(body).toMatchObject({ whatsapp_opt_in: { recorded: false, reason, recorded_at: null } });
    expect(world.recipient().whatsappOptedInAt).toBeNull();
  });

  test.each<[string, (world: World) => void]>([
    ['a stop from the inbox', (world) => world.stop('whatsapp')],
    [
      'a STOP that was written',
      (world) =>
        world.set.recipients.load([{ ...world.recipient(), whatsappTextStoppedAt: new Date(world.nowMs) }]),
    ],
  ])('is not recorded against %s, for the same number or another', (_what, before) => {
    const world = new World({ settings: { whatsapp_mode: 'on' }, credits: 5 });
    world.push({ ...FOR_WHATSAPP, notify: false });
    before(world);
    const refused = { whatsapp_opt_in: { recorded: false, reason: 'stopped', recorded_at: null } };
    expect(world.push(FOR_WHATSAPP).body).toMatchObject(refused);
    expect(world.push({ ...FOR_WHATSAPP, recipient_phone: OTHER_PHONE }).body).toMatchObject(refused);
  });

  test('is not recorded for a number that another recipient has stopped', () => {
    const world = new World({ settings: { whatsapp_mode: 'on' }, credits: 5 });
    world.push({ recipient_phone: PHONE, notify: false });
    world.stop('whatsapp');
    world.apply(world.command({ ClearPhone: { recipient_email: world.recipient().email } }));
    expect(world.push({ ...FOR_WHATSAPP, recipient_email: 'bob@example.com' }).body).toMatchObject({
      whatsapp_opt_in: { recorded: false, reason: 'stopped' },
    });
  });

  test('for a number that another recipient holds leaves an earlier consent on record, and says so', () => {
    const world = new World({ settings: { whatsapp_mode: 'on' }, credits: 5 });
    world.push({ recipient_phone: PHONE, whatsapp_opt_in: OPT_IN, notify: false });
    world.push({ recipient_email: 'bob@example.com', recipient_phone: OTHER_PHONE, notify: false });
    world.wait(DAY);
    expect(world.push({ ...FOR_WHATSAPP, recipient_phone: OTHER_PHONE }).body).toMatchObject({
      whatsapp: { queued: false, skipped_reason: 'phone_conflict' },
      whatsapp_opt_in: { recorded: true, reason: 'phone_conflict', recorded_at: AT },
    });
    expect(world.recipient()).toMatchObject({ phone: PHONE, whatsappOptedInAt: new Date(NOW) });
  });

  test('stays withdrawn at a number for the recipient who takes it (ERASE-18)', () => {
    const world = new World({ settings: { whatsapp_mode: 'on' }, credits: 5 });
    world.set.numberStops.load([
      {
        businessId: world.business().id,
        numberHash: world.rules.hash('number', PHONE),
        channel: 'whatsapp',
        source: 'withdrawn',
        stoppedAt: new Date(NOW),
      },
    ]);
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({
      whatsapp: { queued: false, skipped_reason: 'stopped' },
      whatsapp_opt_in: { recorded: false, reason: 'withdrawn' },
    });
  });

  test('is recorded although texts are stopped (CONSENT-14)', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 5 });
    world.push({ recipient_phone: PHONE, notify: false });
    world.stop('sms');
    expect(world.push(FOR_WHATSAPP).body).toMatchObject({
      sms: { skipped_reason: 'stopped' },
      whatsapp: { queued: true },
      whatsapp_opt_in: RECORDED,
    });
  });
});
