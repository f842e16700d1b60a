import { NOW } from '../fixtures/scenario';
import { DAY, HOUR, World } from '../fixtures/world';

const types = (world: World) => world.merchantEvents().map(({ type }) => type);

describe('a plan that is past due (LIMIT-13)', () => {
  const past_due = { plan: 'past_due', period_ends_at: NOW + DAY };

  test('is reported once, and sends on', () => {
    const world = new World();
    world.change(past_due);
    world.change({ plan: 'past_due', name: 'Bloom' });
    expect(world.merchantEvents()).toMatchObject([
      {
        type: 'plan.past_due',
        data: { plan: 'past_due', period_ends_at: new Date(NOW + DAY).toISOString() },
      },
    ]);
    expect(world.push().body).toMatchObject({ email: { sending: true } });
  });

  test('lapses by itself when its period ends', () => {
    const world = new World();
    world.change(past_due);
    world.wait(DAY - 1);
    expect(world.business().plan).toBe('past_due');
    world.wait(1);
    expect(world.business()).toMatchObject({ plan: 'lapsed', version: 3 });
    expect(world.merchantEvents().at(-1)).toMatchObject({ type: 'plan.lapsed', data: { plan: 'lapsed' } });
    expect(world.push().body).toMatchObject({ email: { sending: false, skipped_reason: 'plan_lapsed' } });
  });

  test('lapses when the operator says so, and not again when its period ends', () => {
    const world = new World();
    world.change(past_due);
    world.change({ plan: 'lapsed' });
    expect(world.timers()).toEqual([]);
    world.wait(2 * DAY);
    expect(types(world)).toEqual(['plan.past_due', 'plan.lapsed']);
  });

  test('does not lapse once it is paid again', () => {
    const world = new World();
    world.change(past_due);
    const [timer] = world.timers();
    world.change({ plan: 'active' });
    expect(world.timers()).toEqual([]);
    world.nowMs += DAY;
    world.fire(timer!);
    expect(world.business().plan).toBe('active');
  });

  test('lapses at the new end if its period was prolonged', () => {
    const world = new World();
    world.change(past_due);
    world.change({ period_ends_at: NOW + 2 * DAY });
    world.wait(2 * DAY - 1);
    expect(world.business().plan).toBe('past_due');
    world.wait(1);
    expect(world.business().plan).toBe('lapsed');
    expect(types(world)).toEqual(['plan.past_due', 'plan.lapsed']);
  });

  test('can be past due from the beginning', () => {
    const world = new World({ settings: past_due });
    expect(types(world)).toEqual(['plan.past_due']);
    world.wait(DAY);
    expect(types(world)).toEqual(['plan.past_due', 'plan.lapsed']);
  });

  test('is reported with the end of its period, or with null if none is set (EVENT-11)', () => {
    const world = new World();
    world.change({ plan: 'past_due' });
    expect(world.merchantEvents()).toMatchObject([
      { type: 'plan.past_due', data: { plan: 'past_due', period_ends_at: null } },
    ]);
  });
});

describe('the email allowance of a month (LIMIT-12)', () => {
  const after = (world: World, emails_this_month: number | null) => {
    world.push();
    world.attempt('email', 'accepted', { emails_this_month });
  };

  test('is reported once when it is used up, and emails go on', () => {
    const world = new World({ settings: { email_allowance: 2 } });
    after(world, 2);
    expect(types(world)).toEqual([]);
    after(world, 3);
    after(world, 4);
    expect(world.merchantEvents()).toMatchObject([
      { type: 'plan.allowance_exceeded', data: { plan: 'active', allowance: 2, used: 3 } },
    ]);
    expect(world.push().body).toMatchObject({ email: { sending: true } });
  });

  test('is reported again in another month (UTC)', () => {
    const world = new World({ settings: { email_allowance: 2 } });
    after(world, 3);
    world.wait(Date.UTC(2026, 1, 1) - NOW - 1);
    after(world, 4);
    expect(types(world)).toHaveLength(1);
    world.wait(1);
    after(world, 1);
    after(world, 3);
    expect(types(world)).toHaveLength(2);
  });

  test('is reported for the month in which the emails were counted, which may be over', () => {
    const world = new World({ settings: { email_allowance: 1 } });
    world.wait(Date.UTC(2026, 1, 1) - NOW - 1);
    after(world, 2);
    world.push();
    world.claim('email');
    world.wait(1);
    world.result('email', 'accepted', { emails_this_month: 3, counted_month: '2026-01' });
    expect(types(world)).toHaveLength(1);
    after(world, 2);
    expect(types(world)).toHaveLength(2);
  });

  test('is reported even if a report overtook the result that counts', () => {
    const world = new World({ settings: { email_allowance: 2 } });
    world.push();
    world.claim('email');
    world.report('email', 'delivered');
    world.result('email', 'accepted', { emails_this_month: 3 });
    expect(types(world)).toEqual(['message.delivered', 'plan.allowance_exceeded']);
  });

  test.each(['refused', 'unknown', 'not_reached'])(
    'is reported for an email that went out, not for one that ended %s',
    (outcome) => {
      const world = new World({ settings: { email_allowance: 2 } });
      world.push();
      world.attempt('email', outcome, { emails_this_month: 3 });
      expect(types(world)).not.toContain('plan.allowance_exceeded');
      after(world, 4);
      expect(types(world)).toContain('plan.allowance_exceeded');
    },
  );

  test.each([
    ['no allowance', {}, 1_000],
    ['nothing counted', { email_allowance: 2 }, null],
  ])('is not reported with %s', (_what, settings, used) => {
    const world = new World({ settings });
    after(world, used);
    world.wait(HOUR);
    expect(types(world)).toEqual([]);
  });
});
