import type { Fault } from '../../../schemas/api/errors';
import { validationReply } from '../http/errors';
import type { HttpReply } from '../http/reply';
import type { HttpRequest } from '../http/route';
import { readQuery } from './query';

/**
 * Most operations know no parameters behind the question mark. What stands there all the same is ignored, except for text that
 * is refused in any parameter (7.1). It is told after the faults of header and path, and together with those of the body (D13);
 * it is no part of what a request is recognised by, so it spends no key.
 */
export function ignoredQueryFaults({ rawQuery }: HttpRequest): readonly Fault[] {
  const query = readQuery(rawQuery, {});
  return query.ok ? [] : query.faults;
}

type Operation<Rest extends readonly unknown[]> = (request: HttpRequest, ...rest: Rest) => Promise<HttpReply>;

/** For an operation that reads no body: nothing is left to be told together with the query. */
export function ignoringQuery<Rest extends readonly unknown[]>(operation: Operation<Rest>): Operation<Rest> {
  return async (request, ...rest) => {
    const faults = ignoredQueryFaults(request);
    return faults.length > 0 ? validationReply(faults) : operation(request, ...rest);
  };
}
