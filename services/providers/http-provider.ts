import { Pool } from 'undici';
import { exchange, type HttpAnswer, type HttpSubmission } from './http-exchange';

/** Posts submissions to a provider with an HTTP API. */
export interface HttpProvider {
  post(submission: HttpSubmission, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpProviderOptions {
  readonly baseUrl: string;
  /** Maximum number of concurrent requests; further ones wait. Default 50. */
  readonly connections?: number;
  /** Default 5 seconds. */
  readonly connectTimeoutMs?: number;
}

/**
 * A pool of keep-alive connections to one provider. It never repeats a request (PROV-6). It does not pipeline requests
 * either: if a request fails, undici sends the requests behind it on that connection again.
 */
export function createHttpProvider(options: HttpProviderOptions): HttpProvider {
  const { origin, pathname } = new URL(options.baseUrl);
  const pool = new Pool(origin, {
    connections: options.connections ?? 50,
    connect: { timeout: options.connectTimeoutMs ?? 5_000 },
    pipelining: 1,
    maxResponseSize: 1024 * 1024,
  });
  const prefix = pathname.replace(/\/$/, '');
  return {
    post: ({ path, ...rest }, signal) => exchange(pool, { path: prefix + path, ...rest }, signal),
    close: () => pool.destroy(),
  };
}
