import { validationReply } from '../../shared/http/errors';
import type { HttpReply } from '../../shared/http/reply';
import type { HttpRequest } from '../../shared/http/route';
import { readPathParameter } from '../../shared/requests/path-parameter';
import { readRecipientAddress } from '../../shared/requests/recipient-address';
import type { Caller } from '../access/admit';

/** An operation on what the path names. A fault there is told alone, before anything else is looked at (D13). */
type OnPath = (request: HttpRequest, caller: Caller, named: string) => Promise<HttpReply>;

export function onPathParameter(name: string, handle: OnPath) {
  return async (request: HttpRequest, caller: Caller): Promise<HttpReply> => {
    const read = readPathParameter(request, name);
    return read.ok ? handle(request, caller, read.value) : validationReply([read.fault]);
  };
}

/** The path names somebody by their address. */
export function onRecipient(handle: OnPath) {
  return async (request: HttpRequest, caller: Caller): Promise<HttpReply> => {
    const read = readRecipientAddress(request);
    return read.ok ? handle(request, caller, read.email) : validationReply([read.fault]);
  };
}
