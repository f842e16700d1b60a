import type { ErrorCode } from '../../../schemas/api/errors';
import type { JsonSchema } from '../../../schemas/values/rule';
import type { Fields } from '../../../schemas/values/fields';
import type { ShapeName } from '../../../schemas/api/response-shapes';

/** One operation as callers see it. The document, its page and the conformance tests come out of this table. */
export interface ApiOperation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
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
