import { checkEndpointUrl } from './endpoint-url';
import { createWebhookCaller } from './webhook-caller';

const PUBLIC = '93.184.215.14';
const INSIDE: Record<string, readonly string[]> = {
  'inside.example': ['10.1.2.3'],
  'loopback.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'six.example': ['fd00::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'mixed.example': [PUBLIC, '192.168.0.1'],
  'mixed-families.example': [PUBLIC, '::1'],
  'odd.example': ['0x7f.1'],
  'garbage.example': ['not an address'],
  'nowhere.example': [],
  // Public name servers have no address for these names.
  localhost: [],
  'localhost.': [],
  'shop.localhost': [],
  'printer.local': [],
  'metadata.google.internal': [],
};
/** Every unlisted name is public, so a hostile address that is looked up as a name passes, and the test fails. */
const rules = {
  allowedHosts: [],
  lookup: (hostname: string) => Promise.resolve(INSIDE[hostname] ?? [PUBLIC]),
};
const NOT_PUBLIC =
  'its host is not at a public address; to test on your own machine, register the public URL of a tunnel to it, ' +
  "or use a sink of a local instance's simulator";
const NOT_RESOLVED = 'its host name does not resolve';
const NOT_HTTPS = 'it is not an https URL';
const NOT_A_URL = 'it is not a URL';
const NO_HOST = 'it does not begin with https:// and a host';
const CREDENTIALS = 'it holds credentials';
const WHITE_SPACE = 'it holds white space or control characters';

const hostile: [url: string, reason: string][] = [
  ['https://127.0.0.1/', NOT_PUBLIC],
  ['https://127.0.0.1:8443/hooks', NOT_PUBLIC],
  ['https://127.1/', NOT_PUBLIC],
  ['https://127.0.1/', NOT_PUBLIC],
  ['https://0/', NOT_PUBLIC],
  ['https://0.0.0.0/', NOT_PUBLIC],
  ['https://2130706433/', NOT_PUBLIC],
  ['https://0x7f000001/', NOT_PUBLIC],
  ['https://0x7f.1/', NOT_PUBLIC],
  ['https://0X7F.0.0.1/', NOT_PUBLIC],
  ['https://0177.0.0.1/', NOT_PUBLIC],
  ['https://017700000001/', NOT_PUBLIC],
  ['https://127.0.0.1./', NOT_PUBLIC],
  ['https://%31%32%37.0.0.1/', NOT_PUBLIC],
  ['https://①②⑦.⓪.⓪.①/', NOT_PUBLIC],
  ['https://１２７。０。０。１/', NOT_PUBLIC],
  ['https://10.0.0.1/', NOT_PUBLIC],
  ['https://0xa.1/', NOT_PUBLIC],
  ['https://172.16.0.1/', NOT_PUBLIC],
  ['https://192.168.0.1/', NOT_PUBLIC],
  ['https://3232235521/', NOT_PUBLIC],
  ['https://100.64.0.1/', NOT_PUBLIC],
  ['https://169.254.169.254/latest/meta-data/', NOT_PUBLIC],
  ['https://0xa9fea9fe/', NOT_PUBLIC],
  ['https://192.0.2.1/', NOT_PUBLIC],
  ['https://198.18.0.1/', NOT_PUBLIC],
  ['https://224.0.0.1/', NOT_PUBLIC],
  ['https://255.255.255.255/', NOT_PUBLIC],
  ['https://[::]/', NOT_PUBLIC],
  ['https://[::1]/', NOT_PUBLIC],
  ['https://[0:0:0:0:0:0:0:1]:9443/', NOT_PUBLIC],
  ['https://[::ffff:127.0.0.1]/', NOT_PUBLIC],
  ['https://[::ffff:7f00:1]/', NOT_PUBLIC],
  ['https://[::ffff:0:127.0.0.1]/', NOT_PUBLIC],
  ['https://[::127.0.0.1]/', NOT_PUBLIC],
  ['https://[64:ff9b::7f00:1]/', NOT_PUBLIC],
  ['https://[64:ff9b:1::7f00:1]/', NOT_PUBLIC],
  ['https://[2002:7f00:1::]/', NOT_PUBLIC],
  ['https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', NOT_PUBLIC],
  ['https://[2001:db8::1]/', NOT_PUBLIC],
  ['https://[fd00:ec2::254]/', NOT_PUBLIC],
  ['https://[fe80::1]/', NOT_PUBLIC],
  ['https://[ff02::1]/', NOT_PUBLIC],
  ['https://localhost/', NOT_PUBLIC],
  ['https://LOCALHOST./', NOT_PUBLIC],
  ['https://localhost:3999/', NOT_PUBLIC],
  ['https://shop.localhost/', NOT_PUBLIC],
  ['https://printer.local/', NOT_PUBLIC],
  ['https://metadata.google.internal/', NOT_PUBLIC],
  ['https://inside.example/', NOT_PUBLIC],
  ['https://loopback.example/', NOT_PUBLIC],
  ['https://metadata.example/', NOT_PUBLIC],
  ['https://six.example/', NOT_PUBLIC],
  ['https://mapped.example/', NOT_PUBLIC],
  ['https://mixed.example/', NOT_PUBLIC],
  ['https://mixed-families.example/', NOT_PUBLIC],
  ['https://odd.example/', NOT_PUBLIC],
  ['https://garbage.example/', NOT_PUBLIC],
  ['https://127.0.0.1#@shop.example/', NOT_PUBLIC],
  ['https://127.0.0.1?@shop.example/', NOT_PUBLIC],
  ['https:127.0.0.1/', NO_HOST],
  ['https:93.184.215.14', NO_HOST],
  ['https:/shop.example/', NO_HOST],
  ['https:///shop.example/', NO_HOST],
  ['https:\\\\127.0.0.1\\', NO_HOST],
  ['https://127.0.0.1\\@shop.example/', NO_HOST],
  ['https://shop.example\\@127.0.0.1/', NO_HOST],
  ['https://nowhere.example/', NOT_RESOLVED],
  ['https://shop.example@127.0.0.1/', CREDENTIALS],
  ['https://user:password@shop.example/', CREDENTIALS],
  ['https://:password@shop.example/', CREDENTIALS],
  ['http://shop.example/', NOT_HTTPS],
  ['ftp://shop.example/', NOT_HTTPS],
  ['file:///etc/passwd', NOT_HTTPS],
  ['gopher://shop.example:70/', NOT_HTTPS],
  ['javascript:alert(1)', NOT_HTTPS],
  ['data:text/plain,hello', NOT_HTTPS],
  ['wss://shop.example/', NOT_HTTPS],
  ['https://', NOT_A_URL],
  ['//shop.example/', NOT_A_URL],
  ['shop.example', NOT_A_URL],
  ['', NOT_A_URL],
  ['https://shop.example:99999/', NOT_A_URL],
  ['https://[fe80::1%25eth0]/', NOT_A_URL],
  ['https://256.256.256.256/', NOT_A_URL],
  ['https://1.2.3.4.5/', NOT_A_URL],
  ['https://shop.example:0/', 'its port is not one'],
  [' https://shop.example/', WHITE_SPACE],
  ['https://shop.example/\r\nHost: inside', WHITE_SPACE],
  ['https://shop\t.example/', WHITE_SPACE],
  ['https://shop.example/\u0000', WHITE_SPACE],
  [`https://shop.example/${'a'.repeat(2028)}`, 'it has more than 2048 characters'],
];

describe('a hostile URL (HOOK-1, HOOK-2)', () => {
  it.each(hostile)('%j is refused when the endpoint is created', async (url, reason) => {
    expect(await checkEndpointUrl(url, rules)).toEqual({ ok: false, reason });
  });

  const harmful = hostile.filter(([, reason]) => !reason.startsWith('it has more than'));
  it.each(harmful)('%j is refused again when it is called', async (url) => {
    const { call } = createWebhookCaller(rules);
    const outcome = await call({ url, headers: {}, body: '{}' });
    expect(outcome).toMatchObject({
      kind: 'failed',
      failure: expect.stringMatching(/^(url_not_allowed|address_not_public|name_not_resolved)$/),
    });
  });
});

describe('an endpoint can be created', () => {
  it.each([
    'https://shop.example',
    'https://shop.example/hooks?shop=1',
    'https://shop.example:8443/hooks',
    'HTTPS://Shop.Example/Hooks//a',
    'https://bücher.example/',
    'https://93.184.215.14/',
    'https://[2606:4700:4700::1111]:8443/',
    `https://shop.example/${'a'.repeat(2027)}`,
  ])('at %j', async (url) => {
    expect(await checkEndpointUrl(url, rules)).toEqual({ ok: true });
  });

  it('at an allowed host and port, but at no other port of that host', async () => {
    const lookup = () => Promise.resolve(['127.0.0.1']);
    const local = { lookup, allowedHosts: ['localhost:8443', '127.0.0.1:443', '[::1]:8443'] };
    expect(await checkEndpointUrl('https://localhost:8443/a', local)).toEqual({ ok: true });
    expect(await checkEndpointUrl('https://127.0.0.1/a', local)).toEqual({ ok: true });
    expect(await checkEndpointUrl('https://[::1]:8443/a', local)).toEqual({ ok: true });
    expect(await checkEndpointUrl('https://localhost:8444/a', local)).toMatchObject({ ok: false });
    expect(await checkEndpointUrl('https://127.0.0.2/a', local)).toMatchObject({ ok: false });
    expect(await checkEndpointUrl('http://localhost:8443/a', local)).toMatchObject({ ok: false });
  });

  it('but not if the name servers fail or do not answer', async () => {
    const failing = { ...rules, lookup: () => Promise.reject(new Error('SERVFAIL')) };
    const silent = { ...rules, lookup: () => new Promise<never>(() => undefined), timeoutMs: 50 };
    const refusal = { ok: false, reason: NOT_RESOLVED };
    expect(await checkEndpointUrl('https://shop.example/', failing)).toEqual(refusal);
    expect(await checkEndpointUrl('https://shop.example/', silent)).toEqual(refusal);
  });
});
