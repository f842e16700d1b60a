import { RAW_MAIL } from '../../mail.fixture';
import { takeMail } from './mail';

describe('an email that the simulator received', () => {
  it('is read from its headers, of any case, with the ids for its reports', () => {
    expect(takeMail(RAW_MAIL, 'bounces@updates.example')).toMatchObject({
      id: 'snd_1@updates.example',
      from: 'bluete@updates.example',
      subject: 'Grüße from a subject that is long enough to be folded',
      metadata: { 'business-id': 'biz_1', 'send-id': 'snd_1' },
    });
  });

  it('gets a new id and the sender of its envelope if its headers lack them', () => {
    const taken = takeMail(Buffer.from('just a line'), 'bounces@updates.example');
    expect(taken).toMatchObject({ from: 'bounces@updates.example', subject: '', metadata: {} });
    expect(taken.id).not.toBe('');
  });
});
