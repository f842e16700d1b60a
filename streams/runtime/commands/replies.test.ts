import { packReplies, unpackReplies, type Reply } from './replies';

describe('replies of one batch to one process', () => {
  const reply = (n: number, body: string): Reply => ({
    commandId: `cmd_${n}`,
    status: 200 + n,
    body,
    replayed: n % 2 === 0,
  });

  it.each([
    ['one', ['{"balance":7}']],
    ['several', ['{}', '', '{"subject":"Zwölf 📦 unterwegs\\n"}', '{"a":"\\ud83d"}']],
    ['none', []],
  ])('arrive as they were sent: %s', (_which, bodies) => {
    const replies = bodies.map((body, index) => reply(index + 1, body));
    expect(unpackReplies(packReplies(replies))).toEqual(replies);
  });

  it.each(['', 'nothing of ours', '{}\n', '[1]\n'])('are none if the message is "%s"', (text) => {
    expect(unpackReplies(Buffer.from(text))).toEqual([]);
  });
});
