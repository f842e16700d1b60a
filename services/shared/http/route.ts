import type { IncomingHttpHeaders } from 'node:http';
import type { HttpReply } from './reply';

/** One operation of a service. Routes are data, so that 404, 405, `Allow`, metrics and logs all come from one table. */
export interface Route {
  readonly method: Method;
  /** With `:name` for a parameter. Logs and metrics show this pattern, because the path itself may hold an address. */
  readonly path: string;
  readonly handle: Handler;
  readonly maxBodyBytes?: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Handler = (request: HttpRequest) => Promise<HttpReply>;

export interface HttpRequest {
  readonly headers: IncomingHttpHeaders;
  /** By name, still percent-encoded. A parameter is decoded after the API key is checked, not before (ERR-7). */
  readonly rawParameters: Readonly<Record<string, string>>;
  /** The text after the question mark, still encoded. */
  readonly rawQuery: string;
  /** Complete, and within the limit of the route. */
  readonly body: Buffer;
  /** The other end of the connection: the proxy if there is one, empty once the caller is gone. */
  readonly remoteAddress: string;
  /** Adds fields to the one line that is logged for this request. */
  note(fields: RequestNotes): void;
}

export interface RequestNotes {
  readonly business_id?: string;
  /** Id of the command that the request became. */
  readonly correlation_id?: string;
}
