import type { Sql } from '../../../streams/runtime/postgres/database';
import type { AccessCache } from '../../shared/access-cache';
import type { Clock } from '../../shared/clock';
import type { CommandGateway } from '../../shared/command-gateway';
import type { KeyedHash } from '../../shared/requests/keyed-hash';
import type { KeyedDependencies } from '../../shared/requests/keyed-operation';
import type { SecretBox } from '../../shared/secret-box';
import type { UrlCheck } from '../../webhook-caller/endpoint-url';
import type { WebhookCaller } from '../../webhook-caller/webhook-caller';
import type { Exception, Operation, Scope } from '../access/admit';
import type { ErrorCode } from '../../../schemas/api/errors';
import type { JsonSchema } from '../../../schemas/values/rule';
import type { Fields } from '../../../schemas/values/fields';
import type { ShapeName } from '../../../schemas/api/response-shapes';

/** What the operations work with. */
export interface OperationDependencies {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly gateway: CommandGateway;
  readonly hash: KeyedHash;
  readonly keyed: KeyedDependencies;
  readonly cache: AccessCache;
  readonly smsSender: string | null;
  readonly secrets: SecretBox;
  readonly caller: WebhookCaller;
  readonly checkUrl: (url: string) => Promise<UrlCheck>;
}

/**
 * One operation: what callers see of it, and what does it. Routes, scopes, the OpenAPI document, its page and the
 * conformance tests are read from these.
 */
export interface ApiOperation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  /** What a key needs to be allowed to do. */
  readonly scope: Scope;
  /** The request may be made with this key, whatever its scopes. */
  readonly anyKeyMay?: Exception;
  /** Made once for each instance. */
  readonly handle: (deps: OperationDependencies) => Operation;
  readonly summary: string;
  readonly description: string;
  readonly idempotent: boolean;
  /** Of its Idempotency-Key, where that is not 255. */
  readonly maxKeyLength?: number;
  /** Of its body, where that is not 2 MiB. */
  readonly maxBodyBytes?: number;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body:
    | {
        readonly schema: JsonSchema;
        readonly example: JsonSchema;
        /** True where a request without a body is served as if it were `{}`. */
        readonly isOptional?: true;
      }
    | undefined;
  readonly success: {
    readonly status: 200 | 201 | 204;
    /** Null where there is no body. */
    readonly shape: ShapeName | null;
    readonly doc: string;
  };
  /** Beside those that any operation may answer with. */
  readonly errors: readonly ErrorCode[];
}
