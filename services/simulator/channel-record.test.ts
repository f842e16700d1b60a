import { ChannelRecord, type Change, type Submission } from './channel-record';

const item = (to: string, id: string | null): Submission<'sms'> => ({ at: 1, to, outcome: 'deliver', id });

describe('the record of a channel', () => {
  it('announces each submission, and each arrival once', () => {
    const changes: Change[] = [];
    const record = new ChannelRecord<'sms', Submission<'sms'>>('sms', (change) => changes.push(change));
    const submission = item('+1', 'SM1');
    record.add(submission);
    record.arrive(submission, 2);
    record.arrive(submission, 3);
    expect(changes).toEqual([
      { channel: 'sms', to: '+1', arrived: false },
      { channel: 'sms', to: '+1', arrived: true },
    ]);
    expect(record.received('+1')).toEqual([{ at: 2, item: submission }]);
  });

  it('finds the newest accepted submission for a late report', () => {
    const record = new ChannelRecord<'sms', Submission<'sms'>>('sms', () => undefined);
    for (const id of ['SM1', 'SM2', null]) record.add(item('+1', id));
    expect(record.newestTaken('+1')?.id).toBe('SM2');
    expect(record.newestTaken('+2')).toBeUndefined();
  });
});
