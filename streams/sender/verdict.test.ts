import { aSnapshot, NOW, type SceneChanges } from './send-snapshot.fixture';
import type { WrittenAttempt } from './send-snapshot';
import { attemptStateOf, type AttemptState } from './verdict';
import { workOf } from './work';

describe('a record that asks for an attempt', () => {
  it('asks the gates if the attempt was not made', () => {
    expect(given({})).toMatchObject({ step: 'ask', isCounted: false });
  });

  it('asks the gates again for the next attempt, which counts towards no cap a second time (CHAN-7)', () => {
    const state = given({ send: { attempt: 2 } }, { asked: 2, isCounted: true });
    expect(state).toMatchObject({ step: 'ask', isCounted: true });
  });

  it('counts the send with the next attempt if no earlier one was recorded', () => {
    expect(given({ send: { attempt: 2 } }, { asked: 2 })).toMatchObject({ step: 'ask', isCounted: false });
  });

  it.each<[string, SceneChanges]>([
    ['was cancelled', { send: { state: 'cancelled' } }],
    ['ended', { send: { state: 'failed' } }],
    ['arrived', { send: { state: 'delivered' } }],
    ['waits for its moment', { send: { state: 'scheduled' } }],
    ['was reported before its own result', { send: { submittedAt: NOW } }],
    ['is at its next attempt', { send: { attempt: 2 } }],
  ])('is ignored if the send %s', (_what, changes) => {
    expect(given(changes)).toEqual({ step: 'pass' });
  });

  it('is ignored if the send is gone', () => {
    expect(attemptStateOf(aWork(1), undefined)).toEqual({ step: 'pass' });
  });

  it.each(['accepted', 'throttled', 'unknown', 'skipped'])(
    'is ignored if the attempt has an outcome: %s',
    (outcome) => {
      expect(given({}, { attempt: { sender: 'me/1', outcome }, doubtful: ['me/1'] })).toEqual({
        step: 'pass',
      });
    },
  );

  it('is ignored if another sender has the attempt open, because it may be calling the provider (NUDGE-6)', () => {
    expect(given({}, { attempt: { sender: 'other/7' }, doubtful: ['me/1'] })).toEqual({ step: 'pass' });
  });

  it('is ignored if this process has submitted it and the result is not applied yet', () => {
    expect(given({}, { attempt: { sender: 'me/1' } })).toEqual({ step: 'pass' });
  });

  it('asks the gates again after a claim of its own whose commit was in doubt', () => {
    const state = given({}, { attempt: { sender: 'me/1' }, doubtful: ['me/1', 'me/2'] });
    expect(state).toMatchObject({ step: 'ask', isCounted: true });
  });

  it('stays refused if an earlier claim of any sender refused it', () => {
    const attempt = { sender: 'other/7', skippedReason: 'sending_paused' };
    expect(given({}, { attempt })).toEqual({ step: 'skip', reason: 'sending_paused' });
  });
});

interface Before {
  readonly attempt?: Partial<WrittenAttempt>;
  readonly doubtful?: readonly string[];
  readonly asked?: number;
  readonly isCounted?: boolean;
}

function given(
  changes: SceneChanges,
  { attempt, doubtful = [], asked = 1, isCounted = false }: Before = {},
): AttemptState {
  const written =
    attempt === undefined ? null : { sender: '', outcome: null, skippedReason: null, ...attempt };
  const work = aWork(asked);
  work.doubtfulClaims.push(...doubtful);
  return attemptStateOf(work, { snapshot: aSnapshot(changes), attempt: written, isCounted });
}

function aWork(attempt: number): ReturnType<typeof workOf> {
  return workOf({ business_id: 'biz_1', send_id: 'snd_1', attempt }, () => undefined);
}
