import { createHttpProvider, type HttpProvider } from './http-provider';
import { openHttpStandIn, type HttpStandIn } from './http-provider.fixture';

const MiB = 1024 * 1024;

let standIn: HttpStandIn;
let provider: HttpProvider;
beforeEach(async () => {
  standIn = await openHttpStandIn({
    idsIn: () => ({ businessId: 'biz_1', sendId: 'snd_1' }),
    answerTo: () => ({ status: 200, body: '{}' }),
  });
  provider = createHttpProvider({ baseUrl: standIn.url });
});
afterEach(async () => {
  await provider.close();
  await standIn.close();
});

/** Submits a nudge to a provider that answers with this many bytes of JSON. */
function answeredWith(bytes: number, headers: Record<string, string>) {
  standIn.answer({ status: 202, headers, body: `"${'x'.repeat(bytes - 2)}"` });
  return provider.post({ path: '/', headers: {}, body: '{}' }, new AbortController().signal);
}

describe.each([
  ['with a Content-Length', (bytes: number) => ({ 'content-length': String(bytes) })],
  ['without a Content-Length', () => ({ 'transfer-encoding': 'chunked' })],
])('the response of a provider %s', (_kind, headersOf) => {
  it('is read up to 1 MiB', async () => {
    const answer = await answeredWith(MiB, headersOf(MiB));
    expect(answer).toMatchObject({ outcome: 'answered', status: 202, body: expect.any(String) as string });
  });

  it('is not read beyond 1 MiB, but its status still counts', async () => {
    const answer = await answeredWith(MiB + 1, headersOf(MiB + 1));
    expect(answer).toMatchObject({ outcome: 'answered', status: 202, body: undefined });
  });
});
