import { validationReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import { readPathParameter, type PathParameter } from '../../shared/requests/path-parameter';
import type { Caller } from '../access/admit';

/** Reads what the path names, or the fault of the path. */
export type ReadPath = (request: HttpRequest) => PathParameter;

export function pathParameter(name: string): ReadPath {
  return (request) => readPathParameter(request, name);
}

/**
 * An operation on what the path names. A fault of the path is reported alone, before anything else is checked (ERR-8).
 */
export function onPath(
  read: ReadPath,
  handle: (request: HttpRequest, caller: Caller, named: string) => Promise<HttpReply>,
) {
  return async (request: HttpRequest, caller: Caller): Promise<HttpReply> => {
    const named = read(request);
    return named.ok ? handle(request, caller, named.value) : validationReply([named.fault]);
  };
}
