import type { Fault } from '../api/errors';
import type { Json } from './canonical-json';
import { bad, good, MAX_FAULTS, type Reading, type Rule } from './rule';

/** The rules that fields are built from, with the messages that pydantic v2 gives. */
export interface TextOptions {
  /** True: the text needs at least one visible character. */
  readonly visible?: boolean;
  readonly max?: number;
  /** A whole regular expression, anchors included, that means the same to every validator. */
  readonly pattern?: string;
}

/** Lengths count code points (LIMIT-2). */
export function text({ visible = false, max = Infinity, pattern }: TextOptions = {}): Rule<string> {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return {
    schema: {
      type: 'string',
      ...(visible ? { minLength: 1, pattern: '\\S' } : {}),
      ...(max === Infinity ? {} : { maxLength: max }),
      ...(pattern === undefined ? {} : { pattern }),
    },
    read(value, loc) {
      if (typeof value !== 'string') return bad(noText(value, loc));
      if (isLongerThan(value, max)) {
        const msg = `String should have at most ${max} characters`;
        return bad({ type: 'string_too_long', loc, msg, input: value });
      }
      if (visible && !VISIBLE.test(value)) {
        const msg = 'String should have at least 1 visible character';
        return bad({ type: 'string_too_short', loc, msg, input: value });
      }
      if (shape !== undefined && !shape.test(value)) {
        const msg = `String should match pattern '${shape.source}'`;
        return bad({ type: 'string_pattern_mismatch', loc, msg, input: value });
      }
      return good(value);
    },
  };
}

export function whole(least: number, most: number): Rule<number> {
  return {
    schema: { type: 'integer', minimum: least, maximum: most },
    // `5.0` is the integer 5: JSON has one kind of number.
    read: (value, loc) =>
      typeof value === 'number' && Number.isInteger(value)
        ? within(value, { least, most, loc, input: value })
        : bad(noInteger(value, loc)),
  };
}

export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly loc: Fault['loc'];
  readonly input: Json;
}

export function within(value: number, { least, most, loc, input }: Bounds): Reading<number> {
  if (value < least) {
    const msg = `Input should be greater than or equal to ${least}`;
    return bad({ type: 'greater_than_equal', loc, msg, input });
  }
  if (value > most) {
    const msg = `Input should be less than or equal to ${most}`;
    return bad({ type: 'less_than_equal', loc, msg, input });
  }
  return good(value);
}

export function flag(): Rule<boolean> {
  return {
    schema: { type: 'boolean' },
    read: (value, loc) =>
      typeof value === 'boolean'
        ? good(value)
        : bad({ type: 'bool_type', loc, msg: 'Input should be a valid boolean', input: value }),
  };
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Rule<Choice> {
  const quoted = choices.map((choice) => `'${choice}'`);
  const msg = `Input should be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
  return {
    schema: { type: 'string', enum: choices },
    read(value, loc) {
      const chosen = choices.find((choice) => choice === value);
      return chosen === undefined ? bad({ type: 'enum', loc, msg, input: value }) : good(chosen);
    },
  };
}

/** The only fault of a list that is too long is its length: the faults of its items would bury it. */
export function list<Item>(item: Rule<Item>, { max = Infinity }: { max?: number } = {}): Rule<Item[]> {
  return {
    schema: { type: 'array', items: item.schema, ...(max === Infinity ? {} : { maxItems: max }) },
    read(value, loc) {
      if (!Array.isArray(value)) {
        return bad({ type: 'list_type', loc, msg: 'Input should be a valid list', input: value });
      }
      const given = value as readonly Json[];
      if (given.length > max) {
        const msg = `List should have at most ${max} items after validation, not ${given.length}`;
        return bad({ type: 'too_long', loc, msg, input: value });
      }
      return readItems(given, item, loc);
    },
  };
}

export function noText(value: Json, loc: Fault['loc']): Fault {
  return { type: 'string_type', loc, msg: 'Input should be a valid string', input: value };
}

export function noInteger(value: Json, loc: Fault['loc']): Fault {
  return { type: 'int_type', loc, msg: 'Input should be a valid integer', input: value };
}

/** Compares code points. A text never has more code points than code units, so most texts need no counting. */
export function isLongerThan(value: string, max: number): boolean {
  if (value.length <= max) return false;
  // Subtracts one for each surrogate pair: only those code points take two units.
  return value.length - (value.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0) > max;
}

function readItems<Item>(given: readonly Json[], item: Rule<Item>, loc: Fault['loc']): Reading<Item[]> {
  const faults: Fault[] = [];
  const items: Item[] = [];
  for (const [index, value] of given.entries()) {
    const reading = item.read(value, [...loc, index]);
    if (reading.ok) items.push(reading.value);
    else faults.push(...reading.faults);
    if (faults.length >= MAX_FAULTS) break;
  }
  return faults.length > 0 ? { ok: false, faults } : good(items);
}

/** Excludes white space, controls, invisible formatting and letters that render as nothing (MSG-3). */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
