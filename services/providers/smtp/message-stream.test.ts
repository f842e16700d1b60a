import { text as textOf } from 'node:stream/consumers';
import { Transform } from 'node:stream';
import fc from 'fast-check';
import DataStream from 'nodemailer/lib/smtp-connection/data-stream';
import { MessageStream, onTheWire } from './message-stream';

it('is encoded exactly as nodemailer would encode it, with any line ends', async () => {
  const piece = fc.constantFrom(
    '\r',
    '\n',
    '\r\n',
    '.',
    '..',
    '\r\n.\r\n',
    '\r.\r',
    '\n.\n',
    'a',
    'é',
    '€',
    '',
  );
  const message = fc.array(piece, { maxLength: 20 }).map((pieces) => Buffer.from(pieces.join('')));
  await fc.assert(
    fc.asyncProperty(message, async (bytes) => {
      const client = new DataStream();
      client.end(bytes);
      expect(onTheWire(bytes).toString()).toBe(await textOf(client));
    }),
    { numRuns: 500 },
  );
});

it('is written in one piece, including its end', async () => {
  const client = new Transform();
  const stream = new MessageStream(Buffer.from('Subject: .\r\n\r\n.hidden\r\n'));
  expect(stream.isBegun).toBe(false);
  stream.pipe(client);
  expect(stream.isBegun).toBe(true);
  const pieces: string[] = [];
  for await (const piece of client) pieces.push(String(piece));
  expect(pieces).toEqual(['Subject: .\r\n\r\n..hidden\r\n.\r\n']);
});
