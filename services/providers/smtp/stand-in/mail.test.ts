import { RAW_MAIL } from '../../mail.fixture';
import { takeMail } from './mail';

describe('a mail that came', () => {
  it('is taken in by its head: ids for reports, whatever the case of their headers', () => {
    expect(takeMail(RAW_MAIL, 'bounces@updates.example')).toMatchObject({
      id: 'snd_1@updates.example',
      from: 'bluete@updates.example',
      subject: 'Grüße from a subject that is long enough to be folded',
      metadata: { 'business-id': 'biz_1', 'send-id': 'snd_1' },
    });
  });

  it('has a name of its own and the sender of its envelope where it says nothing', () => {
    const taken = takeMail(Buffer.from('just a line'), 'bounces@updates.example');
    expect(taken).toMatchObject({ from: 'bounces@updates.example', subject: '', metadata: {} });
    expect(taken.id).not.toBe('');
  });
});
