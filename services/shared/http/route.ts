import type { IncomingHttpHeaders } from 'node:http';
import type { HttpReply } from './reply';

/** One operation of a service. Routes are data, so that 404, 405, `Allow`, metrics and logs all come from one table. */
export interface Route {
  readonly method: Method;
  /** With `:name` for a parameter. It labels logs and metrics, for the path itself may carry an address. */
  readonly path: string;
  readonly handle: Handler;
  readonly maxBodyBytes?: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Handler = (request: HttpRequest) => Promise<HttpReply>;

export interface HttpRequest {
  readonly headers: IncomingHttpHeaders;
  /** By name, still percent-encoded: whether one can be decoded is asked after the API key, not before. */
  readonly rawParameters: Readonly<Record<string, string>>;
  /** What stands behind the question mark, still encoded. */
  readonly rawQuery: string;
  /** Whole, and within the route's limit. */
  readonly body: Buffer;
  /** The other end of the connection: a proxy's where there is one, empty once the caller is gone. */
  readonly remoteAddress: string;
  /** Adds to the one line that is logged about this request. */
  note(fields: RequestNotes): void;
}

export interface RequestNotes {
  readonly business_id?: string;
  /** Id of the command that the request became. */
  readonly correlation_id?: string;
}
