import { takeMail } from './mail';

const RAW = Buffer.from(
  [
    'Message-ID: <snd_1@updates.example>',
    'From: =?UTF-8?Q?Bl=C3=BCte?= <bluete@updates.example>',
    'To: ada@example.com',
    'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?= from a subject that is long enough to be',
    ' folded',
    'X-Pm-Metadata-Business-Id: biz_1',
    'X-PM-METADATA-send-id: snd_1',
    'Received: one',
    'Received: two',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Not this: https://shop.example/items/7',
    'Read it (https://inbox.example/base/i/abc.d=C3=A9f_-) or do not.',
    'X-PM-Metadata-send-id: not a header any more',
    '',
  ].join('\r\n'),
);

describe('a mail that came', () => {
  it('is taken in by its head: ids for reports, whatever the case of their headers', () => {
    expect(takeMail(RAW, 'bounces@updates.example')).toMatchObject({
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
