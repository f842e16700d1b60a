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

/** What every operation with an Idempotency-Key works with. */
export interface KeyedDependencies {
  readonly gateway: CommandGateway;
  readonly hash: KeyedHash;
  /** Does the work unless a twin is doing it. */
  readonly write: (
    businessId: string,
    identity: RequestIdentity,
    work: () => Promise<HttpReply>,
  ) => Promise<HttpReply>;
  /** The answer to a spent key, for a request that may not spend one itself. */
  readonly spentKey: (businessId: string, identity: RequestIdentity) => Promise<HttpReply | undefined>;
}

/** Who asks, as far as it matters here. */
interface KeyedCaller {
  readonly businessId: string;
  spend(requests: number): Promise<HttpReply | undefined>;
}

/** A request as its operation understands it. */
export type Understood = Accepted | AtFault;

interface Accepted {
  readonly ok: true;
  readonly command: Command['body'];
  /** As how many requests it counts beyond the first. */
  readonly furtherRequests?: number;
}

/** The body of a request with an Idempotency-Key, where it is at fault. */
export interface AtFault {
  readonly ok: false;
  readonly faults: readonly Fault[];
  /** False where a text cannot be stored: a corrected request may use the key again. */
  readonly spendsKey: boolean;
  /** Whom it names all the same: its stored refusal is erased with that person. */
  readonly recipientEmail?: string | null;
}

/** What differs from operation to operation. */
export interface KeyedOperation {
  /** Keys of different operations do not collide. */
  readonly name: string;
  readonly maxKeyLength?: number;
  /** What the path names. A fault there is told together with one of the key, before the body is looked at. */
  readonly path?: (request: HttpRequest) => PathParameter;
  /** How the body is parsed; undefined where a body is ignored. */
  readonly body?: (bytes: Buffer) => JsonBody;
  readonly understand: (given: Given) => Understood;
  /** The answer as the caller gets it. */
  readonly answer?: (reply: HttpReply) => HttpReply;
}

export interface Given {
  readonly businessId: string;
  readonly key: string;
  /** Empty where the path names nothing. */
  readonly named: string;
  readonly body: JsonBody;
}

/**
 * The one way of a request with an Idempotency-Key: the key and the path, then whether the key is spent on another body,
 * then what is wrong with this one, then the ledger.
 */
export function keyedOperation(deps: KeyedDependencies, operation: KeyedOperation) {
  const { gateway, hash, write, spentKey } = deps;
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
    const limited = await spendFurther(caller, understood);
    if (limited !== undefined) return limited;
    const identity = identityOf(hash, operation, given);
    const faults = unspentFaults(request, understood);
    const reply = await (faults.length > 0
      ? spentKey(businessId, identity)
      : write(businessId, identity, () =>
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

async function spendFurther(caller: KeyedCaller, understood: Understood): Promise<HttpReply | undefined> {
  const further = understood.ok ? (understood.furtherRequests ?? 0) : 0;
  return further > 0 ? caller.spend(further) : undefined;
}

/** A request at fault spends its key, so its refusal goes through the log and is stored. */
function commandOf(understood: Understood): Command['body'] {
  return understood.ok ? understood.command : refusalOf(understood.faults, understood.recipientEmail);
}

/**
 * Everything that is wrong with a request which must not spend its key; nothing where it may. What stands in the query is
 * no part of what a request is recognised by, so a corrected one may use the key again.
 */
function unspentFaults(request: HttpRequest, understood: Understood): readonly Fault[] {
  const query = ignoredQueryFaults(request);
  if (understood.ok) return query;
  return query.length > 0 || !understood.spendsKey ? [...query, ...understood.faults] : [];
}
