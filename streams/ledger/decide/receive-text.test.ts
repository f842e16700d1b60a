import { WorkingSet } from '../working-set';
import { bring, command } from './given';

const said = (n: number, word: string, provider_id: string, channel: string) =>
  command(
    n,
    { ReceiveText: { channel, phone: '+447700900123', own_number: '+447700900999', word, provider_id } },
    { business_id: 'platform-1' },
  );

describe.each(['sms', 'whatsapp'])('what is written on %s', (channel) => {
  test('counts once: a START that the provider repeats does not lift the STOP that came after it (3.4)', () => {
    const set = new WorkingSet();
    bring(set, said(1, 'start', 'one', channel));
    bring(set, said(2, 'stop', 'two', channel));
    const { outputs, written } = bring(set, said(3, 'start', 'one', channel));
    expect([outputs, written.notices]).toEqual([[], []]);
    expect([...set.textedStops.values()]).toMatchObject([{ channel }]);
  });

  test('is lifted by a START of its own', () => {
    const set = new WorkingSet();
    bring(set, said(1, 'stop', 'one', channel));
    bring(set, said(2, 'start', 'two', channel));
    expect([...set.textedStops.values()]).toEqual([]);
  });
});
