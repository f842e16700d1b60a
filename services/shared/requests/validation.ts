import type { Json, JsonObject } from './canonical-json';
import type { Fault } from '../http/errors';
import { unstorableTexts } from './unstorable-text';

/** Looks at one value; undefined means that nothing is wrong with it. */
export type Check = (value: Json, loc: Fault['loc']) => Fault | undefined;

export interface Field {
  readonly required: boolean;
  readonly check: Check;
}

export interface Verdict {
  /** All of them, in the order of the fields. */
  readonly faults: readonly Fault[];
  /** A text that cannot be stored is among them: such a refusal leaves the idempotency key unspent. */
  readonly unstorable: boolean;
}

/**
 * Unknown fields are ignored, except that no text anywhere may be one that cannot be stored. A field with such a text
 * is told that alone.
 */
export function checkFields(body: JsonObject, fields: Readonly<Record<string, Field>>): Verdict {
  const faults: Fault[] = [];
  let unstorable = false;
  const names = new Set([...Object.keys(fields), ...Object.keys(body)]);
  for (const name of names) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    const loc = ['body', name];
    const texts = value === undefined ? [] : unstorableTexts({ [name]: value }, ['body']);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (texts.length > 0) {
      unstorable = true;
      faults.push(...texts);
    } else if (field !== undefined) {
      const fault = value === undefined ? missingIf(field.required, loc) : field.check(value, loc);
      if (fault !== undefined) faults.push(fault);
    }
  }
  return { faults, unstorable };
}

export function required(check: Check): Field {
  return { required: true, check };
}

export function optional(check: Check): Field {
  return { required: false, check };
}

/** Null stands for absent. */
export function nullable(check: Check): Field {
  return { required: false, check: (value, loc) => (value === null ? undefined : check(value, loc)) };
}

/** Lengths count code points. */
export function text({ visible = false, max = Infinity }: { visible?: boolean; max?: number } = {}): Check {
  return (value, loc) => {
    if (typeof value !== 'string') {
      return { type: 'string_type', loc, msg: 'Input should be a valid string', input: value };
    }
    if (visible && !VISIBLE.test(value)) {
      const msg = 'String should have at least 1 visible character';
      return { type: 'string_too_short', loc, msg, input: value };
    }
    // No text has more code points than code units, so most need no counting.
    if (value.length > max && codePoints(value) > max) {
      return {
        type: 'string_too_long',
        loc,
        msg: `String should have at most ${max} characters`,
        input: value,
      };
    }
    return undefined;
  };
}

export function whole(least: number, most: number): Check {
  return (value, loc) => {
    if (!Number.isInteger(value)) {
      return { type: 'int_type', loc, msg: 'Input should be a valid integer', input: value };
    }
    if ((value as number) < least) {
      const msg = `Input should be greater than or equal to ${least}`;
      return { type: 'greater_than_equal', loc, msg, input: value };
    }
    if ((value as number) > most) {
      const msg = `Input should be less than or equal to ${most}`;
      return { type: 'less_than_equal', loc, msg, input: value };
    }
    return undefined;
  };
}

export function flag(): Check {
  return (value, loc) =>
    typeof value === 'boolean'
      ? undefined
      : { type: 'bool_type', loc, msg: 'Input should be a valid boolean', input: value };
}

export function missing(loc: Fault['loc']): Fault {
  return { type: 'missing', loc, msg: 'Field required', input: null };
}

function codePoints(value: string): number {
  // One less for each pair of surrogates, the only code points that take two units.
  return value.length - (value.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0);
}

function missingIf(isRequired: boolean, loc: Fault['loc']): Fault | undefined {
  return isRequired ? missing(loc) : undefined;
}

/** Something other than white space, controls, invisible formatting and the letters that render as nothing. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/u;
