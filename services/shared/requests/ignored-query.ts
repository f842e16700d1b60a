import type { Fault } from '../../../schemas/api/errors';
import { validationReply } from '../http/errors';
import type { HttpReply } from '../http/reply';
import type { HttpRequest } from '../http/route';
import { readQuery } from './query';

/**
 * Most operations have no query parameters. Parameters that are sent anyway are ignored, except for text that is
 * refused in any parameter (ERR-6). These faults are reported after those of header and path, and together with those
 * of the body (ERR-9). They spend no key, because the query is not part of the identity of a request.
 */
export function ignoredQueryFaults({ rawQuery }: HttpRequest): readonly Fault[] {
  const query = readQuery(rawQuery, {});
  return query.ok ? [] : query.faults;
}

type Operation<Rest extends readonly unknown[]> = (request: HttpRequest, ...rest: Rest) => Promise<HttpReply>;

/** For an operation that reads no body, so that faults of the query are reported alone. */
export function ignoringQuery<Rest extends readonly unknown[]>(operation: Operation<Rest>): Operation<Rest> {
  return async (request, ...rest) => {
    const faults = ignoredQueryFaults(request);
    return faults.length > 0 ? validationReply(faults) : operation(request, ...rest);
  };
}
