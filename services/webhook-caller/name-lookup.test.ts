import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { lookupByDns, lookupBySystem } from './name-lookup';

const NEVER = new AbortController().signal;
const A = 1;
const AAAA = 28;
const FOUR = { type: A, data: Buffer.from([93, 184, 215, 14]) };
const SIX = { type: AAAA, data: Buffer.from('20010db8000000000000000000000001', 'hex') };
/** Many old servers never answer a query for a family that they do not know (RFC 4074). */
const SILENT_ABOUT: Record<string, number> = { 'four-or-silence.example': AAAA, 'six-or-silence.example': A };
const ZONE: Record<string, readonly { type: number; data: Buffer }[] | 'silence' | 'refusal'> = {
  'four-or-silence.example': [FOUR],
  'six-or-silence.example': [SIX],
  'both.example': [FOUR, SIX],
  'four.example': [FOUR],
  'six.example': [SIX],
  'none.example': [],
  'silent.example': 'silence',
  'refused.example': 'refusal',
};

let server: Socket;
let servers: string[];
/** The names that the server was asked for, in order. */
const asked: string[] = [];
beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    asked.push(questionOf(query).name);
    const reply = replyTo(query);
    if (reply !== undefined) server.send(reply, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${String(server.address().port)}`];
});
afterAll(() => {
  server.close();
});

describe('a look-up by the name servers', () => {
  it.each([
    ['both.example', ['93.184.215.14', '2001:db8::1']],
    ['four.example', ['93.184.215.14']],
    ['six.example', ['2001:db8::1']],
    ['none.example', []],
    ['refused.example', []],
    ['localhost.example', []],
  ])('of %s gives %j', async (name, addresses) => {
    expect(await lookupByDns(name, NEVER, servers)).toEqual(addresses);
  });

  it.each([
    ['four-or-silence.example', ['93.184.215.14']],
    ['six-or-silence.example', ['2001:db8::1']],
  ])('of %s does not wait for the family that the server never answers', async (name, addresses) => {
    expect(await lookupByDns(name, NEVER, servers)).toEqual(addresses);
    // One query for each family. A look-up that waits would query the silent family again after two seconds.
    expect(asked.filter((one) => one === name)).toHaveLength(2);
  });

  it('is cancelled by its signal, and blocks no other look-up until then', async () => {
    const calledOff = Array.from({ length: 32 }, () => new AbortController());
    const silent = calledOff.map(({ signal }) => lookupByDns('silent.example', signal, servers));
    expect(await lookupByDns('four.example', NEVER, servers)).toEqual(['93.184.215.14']);
    for (const each of calledOff) each.abort();
    expect(new Set((await Promise.all(silent)).flat())).toEqual(new Set());
    // A look-up that goes on would query both families a second time.
    expect(asked.filter((name) => name === 'silent.example').length).toBeLessThanOrEqual(2 * silent.length);
  });

  it('that was cancelled before it began sends no query', async () => {
    expect(await lookupByDns('four.example', AbortSignal.abort(), servers)).toEqual([]);
  });
});

test('a look-up by the system resolves this machine', async () => {
  expect((await lookupBySystem('localhost')).some((address) => /^(127\.|::1$)/.test(address))).toBe(true);
});

/** A name server whose answer is one datagram: the header and question of the query, and the records of the zone. */
function replyTo(query: Buffer): Buffer | undefined {
  const { name, type, end } = questionOf(query);
  const records = ZONE[name] ?? [];
  if (records === 'silence' || SILENT_ABOUT[name] === type) return undefined;
  const answers = records === 'refusal' ? [] : records.filter((record) => record.type === type);
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(records === 'refusal' ? 0x8185 : 0x8180, 2);
  [1, answers.length, 0, 0].forEach((count, index) => header.writeUInt16BE(count, 4 + index * 2));
  return Buffer.concat([header, query.subarray(12, end), ...answers.map(encode)]);
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function encode({ type, data }: { type: number; data: Buffer }): Buffer {
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0); // The name of the question.
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}
