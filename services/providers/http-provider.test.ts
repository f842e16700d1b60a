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

/** What comes of a submission that is answered with so many bytes of JSON. */
function answeredWith(bytes: number, headers: Record<string, string>) {
  standIn.answer({ status: 202, headers, body: `"${'x'.repeat(bytes - 2)}"` });
  return provider.post({ path: '/', headers: {}, body: '{}' }, new AbortController().signal);
}

describe.each([
  ['whose length is told', (bytes: number) => ({ 'content-length': String(bytes) })],
  ['without a length', () => ({ 'transfer-encoding': 'chunked' })],
])('the answer of a provider %s', (_kind, headersOf) => {
  it('is read up to a mebibyte', async () => {
    const answer = await answeredWith(MiB, headersOf(MiB));
    expect(answer).toMatchObject({ outcome: 'answered', status: 202, body: expect.any(String) as string });
  });

  it('is not read beyond that, and counts by its status all the same', async () => {
    const answer = await answeredWith(MiB + 1, headersOf(MiB + 1));
    expect(answer).toMatchObject({ outcome: 'answered', status: 202, body: undefined });
  });
});
