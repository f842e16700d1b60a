import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A request over a connection from an address of the caller's choice: all of 127.0.0.0/8 is this machine. */
export async function askFrom(
  localAddress: string,
  url: string,
  { method = 'GET', headers = {}, body = '' }: Asked = {},
): Promise<Answer> {
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  const asked = httpRequest(url, { localAddress, method, headers: { ...length, ...headers }, agent: false });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}
