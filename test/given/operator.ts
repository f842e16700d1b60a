import { operate, request, type FetchedReply } from './merchant';
import { product } from './product';
import { OPERATOR_TOKEN } from './world';

export const businesses = () => `${product().consoleUrl}/admin/v1/businesses`;
export const get = (url: string) => operate(url, { method: 'GET' });
export const patch = (url: string, body: object) => operate(url, { method: 'PATCH', body });
export const post = (url: string, body: object, key?: string) =>
  operate(url, { method: 'POST', body, ...(key === undefined ? {} : { key }) });

export function codeOf({ status, body }: FetchedReply): [number, unknown] {
  return [status, body['error_code']];
}

/** A body that need not be JSON. */
export function raw(url: string, body: string, key?: string): Promise<FetchedReply> {
  const headers = {
    authorization: `Bearer ${OPERATOR_TOKEN}`,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  return request(url, { method: 'POST', headers, body });
}
