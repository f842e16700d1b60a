import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/canonical-json';
import type { Fault } from '../../../schemas/api/errors';
import { unstorableTexts } from '../../../schemas/values/unstorable-text';

/** A request body as far as it could be read, and the bytes that identify it. */
export type JsonBody =
  | { readonly outcome: 'object'; readonly value: JsonObject; readonly identity: string | Buffer }
  | {
      readonly outcome: 'fault';
      readonly fault: Fault;
      /** The fault is a text that cannot be stored: the refusal leaves the Idempotency-Key unspent. */
      readonly unstorable: boolean;
      readonly identity: string | Buffer;
    };

/**
 * Returns a fault as a value and not as an answer: a key that was spent on another body is a conflict even if this body
 * is not JSON (IDEM-10).
 */
export function parseJsonBody(bytes: Buffer): JsonBody {
  const excess = excessOf(bytes);
  if (excess !== undefined) return { outcome: 'fault', fault: excess, unstorable: false, identity: bytes };
  const value = parse(bytes);
  if (value === undefined) {
    return { outcome: 'fault', fault: MALFORMED, unstorable: holdsUnstorable(bytes), identity: bytes };
  }
  return jsonBodyOf(value);
}

/** For operations that need no body: a missing one counts as an object without fields. */
export function parseOptionalJsonBody(bytes: Buffer): JsonBody {
  return bytes.length === 0 ? jsonBodyOf({}) : parseJsonBody(bytes);
}

/** A value that was parsed as part of another body, treated as if it were a body of its own. */
export function jsonBodyOf(value: Json): JsonBody {
  const identity = canonicalJson(value);
  if (isJsonObject(value)) return { outcome: 'object', value, identity };
  const [unstorable] = unstorableTexts(value, ['body'], 1);
  if (unstorable !== undefined) return { outcome: 'fault', fault: unstorable, unstorable: true, identity };
  const msg = 'Input should be a valid dictionary';
  // Made from the canonical text, so that the same body in another order gets the same answer byte for byte.
  const input = JSON.parse(identity) as Json;
  const fault = { type: 'dict_type', loc: ['body'], msg, input } as const;
  return { outcome: 'fault', fault, unstorable: false, identity };
}

/** The value is read by recursion, and two million brackets would overflow the stack. */
const MAX_DEPTH = 64;
/** Four times the largest batch. A million fields in 8 MiB would delay everybody else's requests for seconds. */
const MAX_VALUES = 50_000;

const MALFORMED: Fault = { type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: null };
const TOO_DEEP: Fault = { ...MALFORMED, msg: `JSON decode error: more than ${MAX_DEPTH} levels deep` };
const TOO_MANY: Fault = { ...MALFORMED, msg: `JSON decode error: more than ${MAX_VALUES} values` };

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Buffer): Json | undefined {
  try {
    return JSON.parse(utf8.decode(bytes)) as Json;
  } catch {
    return undefined;
  }
}

/**
 * Finds raw NUL or half of a surrogate pair. JSON allows neither, but a caller that strips them may use the key again
 * (IDEM-9).
 */
function holdsUnstorable(bytes: Buffer): boolean {
  return bytes.includes(0) || /\xED[\xA0-\xBF]/.test(bytes.toString('latin1'));
}

/** Counts brackets and commas before the body is parsed (ERR-5). */
function excessOf(bytes: Buffer): Fault | undefined {
  let depth = 0;
  let values = 1;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place];
    if (byte === QUOTE) place = endOfText(bytes, place);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_DEPTH) return TOO_DEEP;
    if (values > MAX_VALUES) return TOO_MANY;
  }
  return undefined;
}

/** The position of the quote that ends the text which begins here. */
function endOfText(bytes: Buffer, begin: number): number {
  let place = begin + 1;
  while (place < bytes.length && bytes[place] !== QUOTE) place += bytes[place] === BACKSLASH ? 2 : 1;
  return place;
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');
