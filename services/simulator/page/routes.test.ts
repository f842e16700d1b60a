import type { HttpRequest } from '../../shared/http/route';
import { lean, leanStyle } from '../../shared/pages/lean';
import { simulatorPageRoutes } from './routes';

const routes = simulatorPageRoutes({ ingressUrl: 'http://127.0.0.1:8080', apiKey: 'osk_demo' });
const assets = routes.filter(({ method }) => method === 'GET');
const request: HttpRequest = {
  headers: {},
  rawParameters: {},
  rawQuery: '',
  body: Buffer.alloc(0),
  remoteAddress: '192.0.2.1',
  note: () => undefined,
};
const get = async (path: string) => assets.find((route) => route.path === path)?.handle(request);

describe('the page of the simulator', () => {
  it('weighs less than 61 KB in all', async () => {
    const replies = await Promise.all(assets.map(({ handle }) => handle(request)));
    const bytes = replies.map(({ body }) => Buffer.byteLength(body)).reduce((sum, size) => sum + size);
    expect(bytes).toBeLessThan(61_000);
  });

  it('runs only its own script, and no text is interpreted as HTML', async () => {
    const { body = '', headers = {} } = (await get('/')) ?? {};
    const policy = headers['Content-Security-Policy'];
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/page/main.js">']);
    expect(body).not.toMatch(/<style|style="| on\w+="/);
  });

  it('serves everything that it refers to', async () => {
    const texts = await Promise.all(
      assets.map(async ({ path, handle }) => [path, await handle(request)] as const),
    );
    const named = texts.flatMap(([, { body }]) => [
      ...[...body.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path),
      ...[...body.matchAll(/from '\.(\/[^']*)'/g)].map(([, path]) => `/page${path}`),
    ]);
    expect(named).toContain('/page/dom.js');
    const paths = texts.map(([path]) => path);
    expect(named.filter((path) => !paths.includes(path ?? ''))).toEqual([]);
  });

  it('links to the documentation of the API, and does not contain the key', async () => {
    const all = await Promise.all(assets.map(({ handle }) => handle(request)));
    expect((await get('/'))?.body).toContain('href="http://127.0.0.1:8080/docs"');
    expect(all.map(({ body }) => body).join('')).not.toContain('osk_demo');
  });
});

describe('a text as the browser gets it', () => {
  it('has no comments and no indentation, but everything else', () => {
    const text =
      "/** Why. */\nexport const a = /** @type {B} */ (c);\n\n  // Why not.\n  f('http://x'); // as is\n";
    expect(lean(text)).toBe("export const a = (c);\nf('http://x'); // as is\n");
  });

  it('still means the same as a style', () => {
    const text = '.a > :not(b), .c:hover {\n  margin: 0 0.5rem 10.5px; color: rgb(0 0 0 / 5%); }\n';
    expect(leanStyle(text)).toBe('.a > :not(b),.c:hover{margin:0 .5rem 10.5px;color:rgb(0 0 0 / 5%)}');
  });
});
