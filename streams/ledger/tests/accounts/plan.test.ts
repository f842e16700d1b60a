import { NOW } from '../fixtures/scenario';
import { DAY, HOUR, World } from '../fixtures/world';

const types = (world: World) => world.told().map(({ type }) => type);

describe('a plan that is past due (LIMIT-13)', () => {
  const past_due = { plan: 'past_due', period_ends_at: NOW + DAY };

  test('is told once, and sends on', () => {
    const world = new World();
    world.change(past_due);
    world.change({ plan: 'past_due', name: 'Bloom' });
    expect(world.told()).toMatchObject([
      {
        type: 'plan.past_due',
        data: { plan: 'past_due', period_ends_at: new Date(NOW + DAY).toISOString() },
      },
    ]);
    expect(world.push().body).toMatchObject({ email: { sending: true } });
  });

  test('lapses by itself when the period ends', () => {
    const world = new World();
    world.change(past_due);
    world.wait(DAY - 1);
    expect(world.business().plan).toBe('past_due');
    world.wait(1);
    expect(world.business()).toMatchObject({ plan: 'lapsed', version: 3 });
    expect(world.told().at(-1)).toMatchObject({ type: 'plan.lapsed', data: { plan: 'lapsed' } });
    expect(world.push().body).toMatchObject({ email: { sending: false, skipped_reason: 'plan_lapsed' } });
  });

  test('lapses when the operator says so, and not again when the period ends', () => {
    const world = new World();
    world.change(past_due);
    world.change({ plan: 'lapsed' });
    expect(world.timers()).toEqual([]);
    world.wait(2 * DAY);
    expect(types(world)).toEqual(['plan.past_due', 'plan.lapsed']);
  });

  test('paid again does not lapse', () => {
    const world = new World();
    world.change(past_due);
    const [timer] = world.timers();
    world.change({ plan: 'active' });
    expect(world.timers()).toEqual([]);
    world.nowMs += DAY;
    world.fire(timer!);
    expect(world.business().plan).toBe('active');
  });

  test('lapses at the new end, where the period was prolonged', () => {
    const world = new World();
    world.change(past_due);
    world.change({ period_ends_at: NOW + 2 * DAY });
    world.wait(2 * DAY - 1);
    expect(world.business().plan).toBe('past_due');
    world.wait(1);
    expect(world.business().plan).toBe('lapsed');
    expect(types(world)).toEqual(['plan.past_due', 'plan.lapsed']);
  });

  test('may be so from the beginning', () => {
    const world = new World({ settings: past_due });
    expect(types(world)).toEqual(['plan.past_due']);
    world.wait(DAY);
    expect(types(world)).toEqual(['plan.past_due', 'plan.lapsed']);
  });

  test('past due is told with the end of its period, also where none is set (EVENT-11)', () => {
    const world = new World();
    world.change({ plan: 'past_due' });
    expect(world.told()).toMatchObject([
      { type: 'plan.past_due', data: { plan: 'past_due', period_ends_at: null } },
    ]);
  });
});

describe('the email allowance of a month (LIMIT-12)', () => {
  const after = (world: World, emails_this_month: number | null) => {
    world.push();
    world.attempt('email', 'accepted', { emails_this_month });
  };

  test('used up is told once, and emails go on', () => {
    const world = new World({ settings: { email_allowance: 2 } });
    after(world, 2);
    expect(types(world)).toEqual([]);
    after(world, 3);
    after(world, 4);
    expect(world.told()).toMatchObject([
      { type: 'plan.allowance_exceeded', data: { plan: 'active', allowance: 2, used: 3 } },
    ]);
    expect(world.push().body).toMatchObject({ email: { sending: true } });
  });

  test('is told again in another month (UTC)', () => {
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

  test('is told for the month that the emails were counted in, which may be over', () => {
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

  test('is told though a report overtook the result that counts', () => {
    const world = new World({ settings: { email_allowance: 2 } });
    world.push();
    world.claim('email');
    world.report('email', 'delivered');
    world.result('email', 'accepted', { emails_this_month: 3 });
    expect(types(world)).toEqual(['message.delivered', 'plan.allowance_exceeded']);
  });

  test.each(['refused', 'unknown', 'not_reached'])(
    'is told by an email that went out, not by one that ended %s',
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
  ])('is not told with %s', (_what, settings, used) => {
    const world = new World({ settings });
    after(world, used);
    world.wait(HOUR);
    expect(types(world)).toEqual([]);
  });
});
