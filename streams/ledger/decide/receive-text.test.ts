import { WorkingSet } from '../working-set';
import { bring, command, NOW } from './given/scenario';

interface Said {
  readonly word: string;
  readonly id: string;
  readonly channel: string;
  readonly at?: number;
}

const said = (n: number, { word, id, channel, at }: Said) => {
  const numbers = { phone: '+447700900123', own_number: '+447700900999' };
  return command(
    n,
    { ReceiveText: { channel, ...numbers, word, provider_id: id, written_at: at ?? null } },
    { business_id: 'platform-1' },
  );
};

describe.each(['sms', 'whatsapp'])('what is written on %s', (channel) => {
  test('counts once: a START that the provider repeats does not lift the STOP that came after it (3.4)', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'start', id: 'one', channel }));
    bring(set, said(2, { word: 'stop', id: 'two', channel }));
    const { outputs, written } = bring(set, said(3, { word: 'start', id: 'one', channel }));
    expect([outputs, written.notices]).toEqual([[], []]);
    expect([...set.textedStops.values()]).toMatchObject([{ channel }]);
  });

  test('is lifted by a START of its own', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'stop', id: 'one', channel }));
    bring(set, said(2, { word: 'start', id: 'two', channel }));
    expect([...set.textedStops.values()]).toEqual([]);
  });

  test('counts in the order in which it was written: a START that arrives late lifts no later STOP', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'stop', id: 'one', channel, at: NOW - 3_000 }));
    bring(set, said(2, { word: 'stop', id: 'three', channel, at: NOW - 1_000 }));
    bring(set, said(3, { word: 'start', id: 'two', channel, at: NOW - 2_000 }));
    expect([...set.textedStops.values()]).toMatchObject([{ stoppedAt: new Date(NOW - 1_000) }]);
    bring(set, said(4, { word: 'start', id: 'four', channel, at: NOW }));
    expect([...set.textedStops.values()]).toEqual([]);
  });

  test('is never from the future, whatever clock the provider goes by', () => {
    const set = new WorkingSet();
    bring(set, said(1, { word: 'stop', id: 'one', channel, at: NOW + 86_400_000 }));
    bring(set, said(2, { word: 'start', id: 'two', channel }));
    expect([...set.textedStops.values()]).toEqual([]);
  });
});
