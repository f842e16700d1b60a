import { Pool } from 'undici';
import { exchange, type HttpAnswer, type HttpSubmission } from './http-exchange';

export interface HttpProvider {
  post(submission: HttpSubmission, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpProviderOptions {
  readonly baseUrl: string;
  /** Requests under way at once; more wait for their turn. Default 50. */
  readonly connections?: number;
  /** Default 5 seconds. */
  readonly connectTimeoutMs?: number;
}

/**
 * One pool of kept connections to one provider. A request is never repeated here, and never sent behind another one on
 * the same connection: when that one fails the client would send this one anew.
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
