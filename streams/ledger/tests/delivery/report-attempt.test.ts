import { topics } from '../../../../schemas/topics';
import type { Channel } from '../../../../schemas/channels';
import { NOW } from '../fixtures/scenario';
import { FOR_WHATSAPP, HOUR, MINUTE, SECOND, World } from '../fixtures/world';

const PAID = ['sms', 'whatsapp'] as const;
const SENDS_OF = { email: topics.sendsEmail, sms: topics.sendsSms, whatsapp: topics.sendsWhatsapp };

function pushed(): World {
  const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 10 });
  world.push(FOR_WHATSAPP);
  return world;
}

/** Ends every attempt with this outcome until no attempt is left. */
function keepTrying(world: World, channel: Channel, outcomes: readonly string[]): void {
  for (const outcome of outcomes) {
    world.attempt(channel, outcome);
    world.wait(HOUR);
  }
}

describe('a paid attempt (NUDGE-7)', () => {
  describe.each(PAID)('on %s', (channel) => {
    test('stays queued when it is accepted, because the provider has it', () => {
      const world = pushed();
      world.wait(SECOND);
      world.attempt(channel, 'accepted', { provider_id: 'p-1' });
      expect(world.send(channel)).toMatchObject({
        state: 'queued',
        submittedAt: new Date(NOW + SECOND),
        providerId: 'p-1',
        credits: 1,
      });
      expect(world.merchantEvents()).toEqual([]);
    });

    test.each([
      ['refused', 'submit_refused', 1],
      ['try_later', 'submit_refused', 4],
      ['throttled', 'platform_limited', 4],
      ['not_reached', 'never_submitted', 4],
    ])('that ends %s is rejected with %s after %d attempts, and refunded', (outcome, code, attempts) => {
      const world = pushed();
      const { id } = world.send(channel);
      keepTrying(world, channel, Array<string>(attempts - 1).fill(outcome));
      expect(world.send(channel).state).toBe('queued');
      world.attempt(channel, outcome);
      const errorCode = code === 'platform_limited' ? code : `${channel}.${code}`;
      expect(world.send(channel)).toMatchObject({ state: 'rejected', errorCode, credits: 0 });
      expect(world.business().balance).toBe(9);
      expect(world.merchantEvents()).toMatchObject([
        {
          type: `${channel}.rejected`,
          data: { send_id: id, credits: 0, error_code: errorCode, fallback_of: null },
        },
      ]);
      expect(world.timers()).toEqual([]);
    });

    test('is not called never submitted if one attempt reached the provider', () => {
      const world = pushed();
      keepTrying(world, channel, ['not_reached', 'try_later', 'not_reached', 'not_reached']);
      expect(world.send(channel).errorCode).toBe(`${channel}.submit_refused`);
    });

    test.each([
      ['try_later', `${channel}.submit_refused`],
      ['throttled', 'platform_limited'],
    ])(
      'that reached the provider only at the end is rejected for the last answer: %s',
      (outcome, errorCode) => {
        const world = pushed();
        keepTrying(world, channel, ['not_reached', 'not_reached', 'not_reached', outcome]);
        expect(world.send(channel)).toMatchObject({ state: 'rejected', errorCode });
      },
    );

    test('of unknown outcome fails at once, keeps its credit, and is never submitted again (NUDGE-6)', () => {
      const world = pushed();
      const { outputs } = world.attempt(channel, 'unknown');
      const errorCode = `${channel}.submit_outcome_unknown`;
      expect(world.send(channel)).toMatchObject({ state: 'failed', errorCode, credits: 1 });
      expect(world.merchantEvents()).toMatchObject([
        { type: `${channel}.failed`, data: { credits: 1, error_code: errorCode } },
      ]);
      expect(outputs.map(({ topic }) => topic)).not.toContain(SENDS_OF[channel].name);
      world.wait(HOUR);
      expect(world.send(channel).attempt).toBe(1);
    });

    test.each(['stopped', `${channel}_disabled`, 'rate_limited', 'sms_warmup_cap_reached'])(
      'that %s skips at the last moment is refunded and reported (CHAN-5)',
      (reason) => {
        const world = pushed();
        world.attempt(channel, 'skipped', { skipped_reason: reason });
        expect(world.send(channel)).toMatchObject({ state: 'skipped', skippedReason: reason, credits: 0 });
        expect(world.merchantEvents()).toMatchObject([
          { type: `${channel}.rejected`, data: { credits: 0, error_code: reason } },
        ]);
        expect(world.business().balance).toBe(9);
      },
    );
  });
});

describe('an attempt of the email (NUDGE-7, MSG-18)', () => {
  test.each([
    ['refused', 'esp_refused', 1],
    ['unknown', 'outcome_unknown', 1],
    ['try_later', 'retries_exhausted', 5],
    ['throttled', 'retries_exhausted', 5],
    ['not_reached', 'retries_exhausted', 5],
  ])('that ends %s has failed with %s after %d attempts (NUDGE-7)', (outcome, reason, attempts) => {
    const world = pushed();
    keepTrying(world, 'email', Array<string>(attempts - 1).fill(outcome));
    expect(world.send('email').state).toBe('queued');
    world.attempt('email', outcome);
    expect(world.send('email')).toMatchObject({ state: 'failed', errorCode: reason });
    expect(world.merchantEvents()).toMatchObject([{ type: 'message.failed', data: { reason } }]);
  });

  test.each(['daily_cap_reached', 'unsubscribed', 'platform_suppressed'])(
    'that %s skips is not sent, for good',
    (reason) => {
      const world = pushed();
      world.attempt('email', 'skipped', { skipped_reason: reason });
      expect(world.send('email')).toMatchObject({ state: 'skipped', skippedReason: reason });
      expect(world.merchantEvents()).toMatchObject([{ type: 'message.not_sent', data: { reason } }]);
      world.wait(48 * HOUR);
      expect(world.send('email').state).toBe('skipped');
    },
  );
});

describe('the attempts (NUDGE-7)', () => {
  test.each<[Channel, readonly number[]]>([
    ['email', [1, 5, 14, 40]],
    ['sms', [0.5, 2, 7.5]],
    ['whatsapp', [0.5, 2, 7.5]],
  ])('of %s are %j minutes apart (NUDGE-7)', (channel, pauses) => {
    const world = pushed();
    for (const [index, pause] of pauses.entries()) {
      world.attempt(channel, 'try_later');
      expect(world.send(channel)).toMatchObject({ state: 'queued', attempt: index + 2, submittedAt: null });
      const [timer] = world.timers();
      expect(timer).toMatchObject({ kind: 'retry', dueAt: new Date(world.nowMs + pause * MINUTE) });
      world.nowMs += pause * MINUTE;
      const { outputs } = world.fire(timer!);
      expect(outputs).toMatchObject([
        { topic: SENDS_OF[channel].name, value: { send_id: world.send(channel).id, attempt: index + 2 } },
      ]);
    }
    expect(world.timers()).toEqual([]);
  });

  test('wait as long as the provider asks, within reason', () => {
    const world = pushed();
    const dueAfter = (retry_after_ms: number) => {
      world.attempt('sms', 'throttled', { retry_after_ms });
      const [timer] = world.timers();
      const after = timer!.dueAt.getTime() - world.nowMs;
      world.wait(after);
      return after;
    };
    expect(dueAfter(SECOND)).toBe(MINUTE / 2);
    expect(dueAfter(3 * MINUTE)).toBe(3 * MINUTE);
    expect(dueAfter(24 * HOUR)).toBe(7.5 * MINUTE);
  });
});

describe('results that come late, twice or out of order', () => {
  test('the first result of an attempt counts (NUDGE-8)', () => {
    const world = pushed();
    world.attempt('sms', 'accepted', { provider_id: 'first' });
    const after = world.send('sms');
    for (const outcome of ['accepted', 'refused', 'throttled', 'unknown', 'skipped']) {
      expect(world.result('sms', outcome, { provider_id: 'second' }).outputs).toEqual([]);
    }
    expect(world.send('sms')).toEqual(after);
    expect(world.business().balance).toBe(8);
  });

  test('the result of an earlier attempt is ignored', () => {
    const world = pushed();
    world.attempt('sms', 'throttled');
    world.result('sms', 'refused', { attempt: 1 });
    expect(world.send('sms')).toMatchObject({ state: 'queued', attempt: 2 });
    world.result('sms', 'accepted', { attempt: 3 });
    expect(world.send('sms').submittedAt).toBeNull();
  });

  test('a template that was unusable at the last moment brings the text, even if approved by now (NUDGE-15)', () => {
    const world = new World({ settings: { sms_mode: 'on_request', whatsapp_mode: 'on' }, credits: 5 });
    world.push({ ...FOR_WHATSAPP, sms_if_whatsapp_fails: true });
    world.attempt('whatsapp', 'skipped', { skipped_reason: 'template_unusable' });
    expect(world.send('whatsapp')).toMatchObject({
      state: 'skipped',
      skippedReason: 'template_not_sendable',
      credits: 0,
    });
    expect(world.send('sms')).toMatchObject({ state: 'queued', fallbackOf: 'whatsapp' });
    expect(world.merchantEvents()).toMatchObject([
      { type: 'whatsapp.rejected', data: { error_code: 'template_not_sendable' } },
    ]);
  });

  test.each(['refused', 'unknown', 'skipped'])('a result after an end by %s changes nothing', (outcome) => {
    const world = pushed();
    world.attempt('whatsapp', outcome, { skipped_reason: outcome === 'skipped' ? 'stopped' : null });
    const ended = world.send('whatsapp');
    const { balance } = world.business();
    for (const later of ['accepted', 'refused', 'unknown', 'throttled']) world.result('whatsapp', later);
    expect(world.send('whatsapp')).toEqual(ended);
    expect(world.business().balance).toBe(balance);
    expect(world.merchantEvents()).toHaveLength(1);
  });

  test('the result of a cancelled nudge is ignored', () => {
    const world = pushed();
    world.retract();
    const sends = world.sends();
    world.result('sms', 'accepted');
    expect(world.sends()).toEqual(sends);
  });

  test.each([
    ['skipped', { skipped_reason: 'superseded' }],
    ['try_later', {}],
  ])(
    'a nudge that was superseded during its attempt, and ends %s, is cancelled (NUDGE-4)',
    (outcome, more) => {
      const world = new World({ settings: { sms_mode: 'on' }, credits: 10 });
      const push = { ...FOR_WHATSAPP, kind: 'updateable', channels: ['sms'] };
      world.push(push);
      const earlier = [world.send('email'), world.send('sms')];
      for (const send of earlier) world.claim(send);
      world.push({ ...push, notify: true });
      for (const send of earlier) world.result(send, outcome, more);
      for (const send of earlier) {
        expect(world.send(send)).toMatchObject({ state: 'cancelled', skippedReason: null, credits: 0 });
      }
      expect(world.business().balance).toBe(9);
      expect([world.merchantEvents(), world.timers()]).toEqual([[], []]);
    },
  );

  test('a result of a send that is gone changes nothing', () => {
    const world = pushed();
    const { status, outputs } = world.apply(
      world.command({
        ReportAttempt: {
          send_id: 'snd_unknown',
          attempt: 1,
          outcome: 'accepted',
          provider_id: null,
          retry_after_ms: null,
          skipped_reason: null,
          emails_this_month: null,
          counted_month: null,
        },
      }),
    );
    expect([status, outputs]).toEqual([200, []]);
  });
});
