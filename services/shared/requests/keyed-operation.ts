import type { Fault } from '../../../schemas/api/errors';
import type { Command, RequestIdentity } from '../../../schemas/generated/command';
import type { CommandGateway } from '../command-gateway';
import { validationReply } from '../http/errors';
import type { HttpReply } from '../http/reply';
import type { HttpRequest } from '../http/route';
import { identifyRequest, readIdempotencyKey } from './idempotency';
import { ignoredQueryFaults } from './ignored-query';
import type { JsonBody } from './json-body';
import type { KeyedHash } from './keyed-hash';
import type { PathParameter } from './path-parameter';
import { answeredWithInputs, refusalOf } from './refusal';

/**
 * What every operation with an Idempotency-Key needs. The ingress implements the functions in `idempotent-write.ts`,
 * with a lease in Redis; the console implements them in `top-up.ts`, without one.
 */
export interface KeyedDependencies {
  readonly gateway: CommandGateway;
  readonly hash: KeyedHash;
  /** Runs the work while this request holds the lease of its key; refuses a twin. */
  readonly underLease: (
    businessId: string,
    identity: RequestIdentity,
    work: () => Promise<HttpReply>,
  ) => Promise<HttpReply>;
  /** Reads the answer to a spent key, for a request that may not spend a key itself and so never reaches the ledger. */
  readonly spentKey: (businessId: string, identity: RequestIdentity) => Promise<HttpReply | undefined>;
}

/** The part of a caller that matters here. */
interface KeyedCaller {
  readonly businessId: string;
  countRequests(requests: number): Promise<HttpReply | undefined>;
}

/** The result of reading a request: its command, or its faults. */
export type Understood = Accepted | AtFault;

interface Accepted {
  readonly ok: true;
  readonly command: Command['body'];
  /** For the rate: the number of requests it counts as, beyond the first. */
  readonly furtherRequests?: number;
}

/** The faults in the body of a request with an Idempotency-Key. */
export interface AtFault {
  readonly ok: false;
  readonly faults: readonly Fault[];
  /** False if a text cannot be stored: a corrected request may use the key again (IDEM-9). */
  readonly spendsKey: boolean;
  /** A person named in the faulty body. The stored refusal is erased together with that person. */
  readonly recipientEmail?: string | null;
}

/** What differs between operations. */
export interface KeyedOperation {
  /** Keys of different operations do not collide. */
  readonly name: string;
  readonly maxKeyLength?: number;
  /** Reads the path. Its fault is reported together with one of the key, before the body is looked at (ERR-8). */
  readonly path?: (request: HttpRequest) => PathParameter;
  /** Parses the body; undefined if the operation ignores the body. */
  readonly body?: (bytes: Buffer) => JsonBody;
  readonly understand: (given: Given) => Understood;
  /** Completes the answer of the ledger for the caller. */
  readonly answer?: (reply: HttpReply) => HttpReply;
}

export interface Given {
  readonly businessId: string;
  readonly key: string;
  /** Empty if the path names nothing. */
  readonly named: string;
  readonly body: JsonBody;
}

/**
 * The one path of a request with an Idempotency-Key: check the key and the path, then look for a key that is spent on
 * another body, then report the faults of this body, then ask the ledger (ERR-7).
 */
export function keyedOperation(deps: KeyedDependencies, operation: KeyedOperation) {
  const { gateway, hash, underLease, spentKey } = deps;
  return async (request: HttpRequest, caller: KeyedCaller): Promise<HttpReply> => {
    const key = readIdempotencyKey(request.headers, operation.maxKeyLength);
    const named = operation.path?.(request) ?? NOTHING_NAMED;
    if (!key.ok || !named.ok) {
      return validationReply([key, named].flatMap((part) => (part.ok ? [] : [part.fault])));
    }
    const { businessId } = caller;
    const body = operation.body?.(request.body) ?? NO_BODY;
    const given: Given = { businessId, key: key.key, named: named.value, body };
    const understood = operation.understand(given);
    const limited = await countFurther(caller, understood);
    if (limited !== undefined) return limited;
    const identity = identityOf(hash, operation, given);
    const faults = unspentFaults(request, understood);
    const reply = await (faults.length > 0
      ? spentKey(businessId, identity)
      : underLease(businessId, identity, () =>
          gateway.send(request, {
            business_id: businessId,
            idempotency: identity,
            body: commandOf(understood),
          }),
        ));
    return reply === undefined ? validationReply(faults) : answerOf(operation, reply, body);
  };
}

const NOTHING_NAMED = { ok: true, value: '' } as const;
const NO_BODY: JsonBody = { outcome: 'object', value: {}, identity: '' };

function identityOf(
  hash: KeyedHash,
  operation: KeyedOperation,
  { businessId, key, named, body }: Given,
): RequestIdentity {
  return identifyRequest(hash, {
    businessId,
    operation: operation.name,
    key,
    pathParameters: operation.path === undefined ? [] : [named],
    body: operation.body === undefined ? '' : body.identity,
  });
}

function answerOf(operation: KeyedOperation, reply: HttpReply, body: JsonBody): HttpReply {
  const whole = operation.body === undefined ? reply : answeredWithInputs(reply, body);
  return operation.answer?.(whole) ?? whole;
}

async function countFurther(caller: KeyedCaller, understood: Understood): Promise<HttpReply | undefined> {
  const further = understood.ok ? (understood.furtherRequests ?? 0) : 0;
  return further > 0 ? caller.countRequests(further) : undefined;
}

/** A faulty request spends its key, so its refusal goes through the log and is stored (IDEM-8). */
function commandOf(understood: Understood): Command['body'] {
  return understood.ok ? understood.command : refusalOf(understood.faults, understood.recipientEmail);
}

/**
 * The faults of a request that must not spend its key; empty if it may. The query is not part of the identity of a
 * request, so a caller may correct it and use the key again (ERR-9).
 */
function unspentFaults(request: HttpRequest, understood: Understood): readonly Fault[] {
  const query = ignoredQueryFaults(request);
  if (understood.ok) return query;
  return query.length > 0 || !understood.spendsKey ? [...query, ...understood.faults] : [];
}
