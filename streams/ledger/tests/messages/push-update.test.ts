import { NOW } from '../fixtures/scenario';
import { DAY, FOR_WHATSAPP, HOUR, MINUTE, PHONE, SECOND, World } from '../fixtures/world';

const ON = { sms_mode: 'on', whatsapp_mode: 'on' };
const updateable = { ...FOR_WHATSAPP, kind: 'updateable' };

describe('which message a push is about (MSG-6)', () => {
  test('one_off always makes a new message and a nudge (MSG-7)', () => {
    const world = new World();
    world.push();
    expect(world.push().body).toMatchObject({ created: true, nudged: true, kind: 'one_off' });
    expect(world.messages()).toHaveLength(2);
  });

  test('updateable quietly updates the message with the same recipient and subject', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(updateable);
    const { id } = world.message();
    world.wait(SECOND);
    const { body, outputs } = world.push({
      ...updateable,
      body: 'Delivered.',
      reference: '#B-2',
      order_status: 'delivered',
    });
    expect(body).toEqual({
      id,
      recipient_email: 'ada@example.com',
      subject: 'Your order',
      kind: 'updateable',
      status: 'active',
      created: false,
      scheduled_for: null,
      nudged: false,
      email: null,
      sms: null,
      sms_units: 0,
      whatsapp: null,
      whatsapp_opt_in: {
        recorded: true,
        reason: 'already_recorded',
        recorded_at: new Date(NOW).toISOString(),
      },
      reference: '#B-2',
      order_status: 'delivered',
      created_at: new Date(NOW).toISOString(),
      updated_at: new Date(NOW + SECOND).toISOString(),
    });
    expect(outputs).toHaveLength(1);
    expect(world.messages()).toMatchObject([
      { body: 'Delivered.', reference: '#B-2', orderStatus: 'delivered', nudged: true, nudge: 1 },
    ]);
  });

  test('an update also replaces the reference and the order status with null', () => {
    const world = new World();
    world.push(updateable);
    world.push({ kind: 'updateable' });
    expect(world.message()).toMatchObject({ reference: null, orderStatus: null });
  });

  test.each<[string, (world: World) => void, object]>([
    ['another subject', () => undefined, { subject: 'your order' }],
    ['a subject with a space after it', () => undefined, { subject: 'Your order ' }],
    ['another recipient', () => undefined, { recipient_email: 'bob@example.com' }],
    ['a one_off', () => undefined, { kind: 'one_off' }],
    ['an obsolete message', (world) => world.push({ subject: 'New', obsoletes: [world.message().id] }), {}],
    ['a retracted message', (world) => world.retract(), {}],
  ])('%s is no match', (_what, between, push) => {
    const world = new World();
    world.push({ kind: 'updateable' });
    between(world);
    expect(world.push({ kind: 'updateable', ...push }).body).toMatchObject({ created: true });
  });

  test('a one_off with the same subject is not updated (MSG-7)', () => {
    const world = new World();
    world.push();
    expect(world.push({ kind: 'updateable' }).body).toMatchObject({ created: true });
  });
});

describe('nudges of an update (MSG-8)', () => {
  test.each([
    ['create', null, true],
    ['create', true, true],
    ['create', false, false],
    ['update', null, false],
    ['update', true, true],
    ['update', false, false],
  ])('%s with notify %s: %s', (what, notify, nudges) => {
    const world = new World();
    if (what === 'update') world.push({ kind: 'updateable' });
    const { body } = world.push({ kind: 'updateable', notify });
    expect(body).toMatchObject({ nudged: nudges, email: nudges ? { sending: true } : null });
  });

  test('a quiet update leaves pending nudges as they are', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ ...updateable, send_at: NOW + HOUR });
    const pending = world.sends();
    expect(pending.map(({ state }) => state)).toEqual(['scheduled', 'scheduled', 'scheduled']);
    world.push({ ...updateable, send_at: NOW + DAY });
    expect(world.sends()).toEqual(pending);
    expect(world.message().scheduledFor).toEqual(new Date(NOW + HOUR));
    world.wait(HOUR);
    expect(world.sends().map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
  });

  test('a nudging update cancels and refunds pending nudges, and queues new ones', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ ...updateable, send_at: NOW + HOUR });
    expect(world.business().balance).toBe(8);
    const { body } = world.push({ ...updateable, notify: true });
    expect(body).toMatchObject({ created: false, nudged: true, scheduled_for: null });
    expect(world.sends().map(({ channel, state, nudge }) => [channel, state, nudge])).toEqual([
      ['email', 'cancelled', 1],
      ['sms', 'cancelled', 1],
      ['whatsapp', 'cancelled', 1],
      ['email', 'queued', 2],
      ['sms', 'queued', 2],
      ['whatsapp', 'queued', 2],
    ]);
    expect(world.business().balance).toBe(8);
    expect(world.timers()).toEqual([]);
    expect(world.merchantEvents()).toEqual([]);
  });

  test('the refund of superseded nudges can pay for the new ones', () => {
    const world = new World({ settings: ON, credits: 2 });
    world.push(updateable);
    expect(world.push({ ...updateable, notify: true }).body).toMatchObject({
      sms: { queued: true },
      whatsapp: { queued: true },
    });
  });

  test('a nudge that a provider may have is not superseded (NUDGE-4)', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(updateable);
    world.attempt('email', 'accepted');
    world.claim('sms');
    world.push({ ...updateable, notify: true });
    expect(world.sends().map(({ state }) => state)).toEqual([
      'queued',
      'queued',
      'cancelled',
      'queued',
      'queued',
      'queued',
    ]);
  });

  test('a superseded nudge that comes back from a provider is not tried again', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push(updateable);
    const [email, sms] = world.sends();
    world.claim(email!);
    world.claim(sms!);
    world.push({ ...updateable, notify: true });
    world.result(email!, 'throttled');
    world.result(sms!, 'throttled');
    expect([world.send(email!), world.send(sms!)]).toMatchObject([
      { state: 'cancelled' },
      { state: 'cancelled', credits: 0 },
    ]);
    expect(world.timers()).toEqual([]);
    expect(world.business().balance).toBe(8);
  });

  test('the fallback text of a superseded nudge is cancelled with it', () => {
    const world = new World({ settings: { ...ON, sms_mode: 'on_request' }, credits: 10 });
    world.push({ ...updateable, sms_if_whatsapp_fails: true });
    const first = world.send('whatsapp');
    world.attempt(first, 'accepted');
    world.push({ ...updateable, notify: true, channels: ['email'] });
    expect(world.timers()).toEqual([]);
    world.report(first, 'failed');
    expect(world.sends('sms').map(({ skippedReason }) => skippedReason)).toEqual(['disabled_by_request']);
  });

  test('a new nudge counts as unread, even if the one before was opened', () => {
    const world = new World();
    world.push({ kind: 'updateable' });
    world.open();
    world.push({ kind: 'updateable' });
    expect(world.message().openedAt).not.toBeNull();
    world.push({ kind: 'updateable', notify: true });
    expect(world.message().openedAt).toBeNull();
    world.open();
    expect(world.merchantEvents().map(({ type }) => type)).toEqual(['message.opened', 'message.opened']);
  });
});

describe('send_at (NUDGE-3)', () => {
  const sendAt = NOW + 90 * DAY;
  const scheduled_for = new Date(sendAt).toISOString();

  test('holds every channel of the nudge, while the message can be read at once', () => {
    const world = new World({ settings: ON, credits: 10 });
    const { body } = world.push({ ...FOR_WHATSAPP, send_at: sendAt });
    expect(body).toMatchObject({
      scheduled_for,
      nudged: true,
      email: { sending: true },
      sms: { queued: true, credits: 1, escalates_at: null },
      whatsapp: { queued: true, credits: 1, escalates_at: null },
    });
    expect(world.message()).toMatchObject({ status: 'active', scheduledFor: new Date(sendAt) });
    expect(world.business().balance).toBe(8);
    world.wait(90 * DAY - 1);
    expect(world.sends().map(({ state }) => state)).toEqual(['scheduled', 'scheduled', 'scheduled']);
    world.wait(1);
    expect(world.sends()).toMatchObject(
      ['email', 'sms', 'whatsapp'].map((channel) => ({
        channel,
        state: 'queued',
        queuedAt: new Date(sendAt),
      })),
    );
    expect(world.business().balance).toBe(8);
  });

  test('is ignored if the push sends no nudge', () => {
    const world = new World({ settings: ON, credits: 10 });
    expect(world.push({ notify: false, send_at: sendAt }).body).toMatchObject({ scheduled_for: null });
    expect(world.message().scheduledFor).toBeNull();
    expect(world.timers()).toEqual([]);
  });

  test('is ignored if every channel is refused', () => {
    const world = new World({ settings: { plan: 'lapsed' } });
    expect(world.push({ send_at: sendAt }).body).toMatchObject({ nudged: false, scheduled_for: null });
    expect(world.message().scheduledFor).toBeNull();
  });
});

describe('obsoletes (MSG-10)', () => {
  test('marks earlier messages of the business obsolete, once', () => {
    const world = new World();
    world.push();
    world.push({ recipient_email: 'bob@example.com' });
    const ids = world.messages().map(({ id }) => id);
    world.wait(MINUTE);
    world.push({ obsoletes: [...ids, ...ids] });
    const at = new Date(NOW + MINUTE);
    expect(world.messages()).toMatchObject([
      { status: 'obsolete', obsoletedAt: at, updatedAt: at },
      { status: 'obsolete', obsoletedAt: at, updatedAt: at },
      { status: 'active', obsoletedAt: null },
    ]);
    world.wait(MINUTE);
    world.push({ obsoletes: ids });
    expect(world.messages()[0]).toMatchObject({ status: 'obsolete', obsoletedAt: at });
  });

  test('cancels nothing', () => {
    const world = new World({ settings: ON, credits: 10 });
    world.push({ recipient_phone: PHONE, send_at: NOW + HOUR });
    world.push({ channels: [], obsoletes: [world.message().id] });
    expect(world.sends().slice(0, 2)).toMatchObject([{ state: 'scheduled' }, { state: 'scheduled' }]);
  });

  test('ignores the message itself and retracted, unknown and foreign ones', () => {
    const world = new World();
    world.push({ subject: 'Retracted' });
    world.retract();
    const [retracted] = world.messages();
    const foreign = { ...retracted!, id: 'msg_foreign', businessId: 'biz_other', status: 'active' as const };
    world.set.messages.load([foreign]);
    world.push({ kind: 'updateable' });
    const { status, body } = world.push({
      kind: 'updateable',
      obsoletes: [world.message().id, retracted!.id, 'msg_unknown', foreign.id],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'active', created: false });
    expect(world.message()).toMatchObject({ kind: 'updateable', status: 'active', obsoletedAt: null });
    expect(world.set.messages.get(retracted!.id)?.status).toBe('retracted');
    expect(world.set.messages.get(foreign.id)?.status).toBe('active');
  });
});
