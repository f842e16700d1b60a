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

/** What the operations need to do their work. */
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
 * One operation: what callers see of it, and the function that runs it. Routes, scopes, the OpenAPI document, its page
 * and the conformance tests are all made from these values.
 */
export interface ApiOperation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  /** The scope that a key needs. */
  readonly scope: Scope;
  /** Exempts a request from the scope, as when a key revokes itself. */
  readonly anyKeyMay?: Exception;
  /** Called once for each instance. */
  readonly handle: (deps: OperationDependencies) => Operation;
  readonly summary: string;
  readonly description: string;
  readonly idempotent: boolean;
  /** Longest Idempotency-Key, if not 255 characters. */
  readonly maxKeyLength?: number;
  /** Largest body, if not 2 MiB. */
  readonly maxBodyBytes?: number;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body:
    | {
        readonly schema: JsonSchema;
        readonly example: JsonSchema;
        /** True if a request without a body is served as if it were `{}`. */
        readonly isOptional?: true;
      }
    | undefined;
  readonly success: {
    readonly status: 200 | 201 | 204;
    /** Null if the answer has no body. */
    readonly shape: ShapeName | null;
    readonly doc: string;
  };
  /** In addition to `COMMON_ERRORS`. */
  readonly errors: readonly ErrorCode[];
}
