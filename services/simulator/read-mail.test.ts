import { RAW_MAIL } from '../providers/mail.fixture';
import { readMail } from './read-mail';

describe('a received mail', () => {
  it('is shown as its reader sees it, with the link to the inbox', async () => {
    const read = await readMail(RAW_MAIL);
    expect(read).toMatchObject({
      subject: 'Grüße from a subject that is long enough to be folded',
      link: 'https://inbox.example/base/i/abc.déf_-',
      headers: { received: 'one, two', 'x-pm-metadata-send-id': 'snd_1' },
    });
    expect(read.text).toContain('Read it');
    expect(await readMail(Buffer.from('Subject: x\r\n\r\nno link'))).toMatchObject({
      link: null,
      text: 'no link\n',
    });
  });
});
