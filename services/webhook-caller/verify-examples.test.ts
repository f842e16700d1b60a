import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGenuine } from '../../examples/verify-webhook/verify';
import { prepareAttempt } from '../../streams/webhook-dispatcher/prepare';

const root = join(__dirname, '..', '..');
const folder = join(root, 'examples', 'verify-webhook');
const SECRET = 'whsec_c2VjcmV0';
const NOW = 1_768_478_400;
const { body, headers } = prepareAttempt({
  event: {
    id: 'evt_1',
    type: 'whatsapp.inbound_message',
    occurredAt: new Date(NOW * 1_000),
    data: { text: 'Grüße, 😀\n"danke"', message_id: 'msg_1', credits: 3 },
  },
  endpoint: { url: 'https://shop.example/hooks', secret: SECRET },
  dateMs: NOW * 1_000,
});
const signature = headers['X-Service-Signature']!;
const [t, v1] = signature.split(',');

interface Received {
  readonly body: string;
  readonly signature: string;
  readonly secret: string;
  readonly now: number;
}
const sent: Received = { body, signature, secret: SECRET, now: NOW };

const cases: [what: string, received: Received, genuine: boolean][] = [
  ['as it was sent', sent, true],
  ['after 5 minutes', { ...sent, now: NOW + 300 }, true],
  ['by a clock that is behind', { ...sent, now: NOW - 300 }, true],
  ['with a signature of a later kind beside it', { ...sent, signature: `${signature},v2=abc` }, true],
  ['stale', { ...sent, now: NOW + 301 }, false],
  ['from the future', { ...sent, now: NOW - 301 }, false],
  [
    'made fresh by another time',
    { ...sent, now: NOW + 999, signature: `t=${String(NOW + 999)},${v1!}` },
    false,
  ],
  ['changed by one character', { ...sent, body: body.replace('msg_1', 'msg_2') }, false],
  ['parsed and written again', { ...sent, body: JSON.stringify(JSON.parse(body), null, 1) }, false],
  ['with nothing in it', { ...sent, body: '' }, false],
  ['signed with another secret', { ...sent, secret: 'whsec_b3RoZXI' }, false],
  ['signed with the secret without its prefix', { ...sent, secret: 'c2VjcmV0' }, false],
  ['without a signature', { ...sent, signature: '' }, false],
  ['with a time alone', { ...sent, signature: t! }, false],
  ['without a time', { ...sent, signature: v1! }, false],
  ['with half a signature', { ...sent, signature: signature.slice(0, -1) }, false],
  ['with text after its signature', { ...sent, signature: `${signature}=0` }, false],
  ['with a signature that is not hexadecimal', { ...sent, signature: `${t!},v1=${'é'.repeat(32)}` }, false],
  ['with a time that is not a number', { ...sent, signature: `t=１２,${v1!}` }, false],
  ['with a time of many digits', { ...sent, signature: `t=${'9'.repeat(5_000)},${v1!}` }, false],
  ['with noise for a signature', { ...sent, signature: ',,==,t,v1' }, false],
];

describe('the TypeScript example', () => {
  it.each(cases)('judges a webhook %s', (_what, { body: text, ...received }, genuine) => {
    expect(isGenuine(Buffer.from(text), received.signature, received.secret, received.now)).toBe(genuine);
  });

  it('reads the clock itself if it gets no time', () => {
    jest.useFakeTimers({ now: NOW * 1_000 });
    expect(isGenuine(Buffer.from(body), signature, SECRET)).toBe(true);
    jest.setSystemTime((NOW + 301) * 1_000);
    expect(isGenuine(Buffer.from(body), signature, SECRET)).toBe(false);
    jest.useRealTimers();
  });
});

const JUDGE = `
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from verify import is_genuine
print(json.dumps([
    is_genuine(each["body"].encode(), each["signature"], each["secret"], each["now"])
    for each in json.loads(sys.stdin.buffer.read())
]))
`;

if (spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0) {
  test('the Python example judges all of them in the same way', () => {
    const input = JSON.stringify(cases.map(([, received]) => received));
    const python = spawnSync('python3', ['-c', JUDGE, folder], { input, encoding: 'utf8' });
    expect(python.stderr).toBe('');
    expect(JSON.parse(python.stdout)).toEqual(cases.map(([, , genuine]) => genuine));
  });
} else {
  process.stderr.write(
    'examples/verify-webhook/verify.py was not run: install Python 3.10 or newer to run it.\n',
  );
}

test.each([
  ['verify.ts', 'ts', 'timingSafeEqual('],
  ['verify.py', 'python', 'hmac.compare_digest('],
])(
  'docs/webhooks.md shows %s word for word, with its comparison in constant time',
  (file, language, comparison) => {
    const example = readFileSync(join(folder, file), 'utf8');
    expect(example).toContain(comparison);
    expect(readFileSync(join(root, 'docs', 'webhooks.md'), 'utf8')).toContain(
      `\`\`\`${language}\n${example}\`\`\``,
    );
  },
);

test('the request in docs/webhooks.md is one that we send, signed with the secret given there', () => {
  const document = readFileSync(join(root, 'docs', 'webhooks.md'), 'utf8');
  const [, shown, text] = /^X-Service-Signature: (.*)\n\n(.*)$/m.exec(document)!;
  const [secret] = /whsec_[\w-]{43}/.exec(document)!;
  const { id, type, occurred_at, data } = JSON.parse(text!);
  const prepared = prepareAttempt({
    event: { id, type, occurredAt: new Date(occurred_at), data },
    endpoint: { url: 'https://shop.example/hooks', secret },
    dateMs: NOW * 1_000,
  });
  expect(prepared.body).toBe(text);
  expect(prepared.headers['X-Service-Signature']).toBe(shown);
});
