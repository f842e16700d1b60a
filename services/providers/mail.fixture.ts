/** An email as the simulator receives it: folded, encoded, with ids in headers of either case and one header twice. */
export const RAW_MAIL = Buffer.from(
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
