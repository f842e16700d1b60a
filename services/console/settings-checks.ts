import type { Fault } from '../../schemas/api/errors';
import type { Json } from '../../schemas/values/canonical-json';
import { bad, good, type Rule } from '../../schemas/values/rule';
import { list, noText } from '../../schemas/values/value-rules';
import { COUNTRIES } from '../shared/countries';

/** Allows null, which clears a setting. A setting that is left out stays as it is (OPER-6). */
export function orNull<Value>(rule: Rule<Value>): Rule<Value | null> {
  return {
    schema: { anyOf: [rule.schema, { type: 'null' }] },
    read: (value, loc) => (value === null ? good(null) : rule.read(value, loc)),
  };
}

/** A list in which a repeated item, or no item at all, can only be a mistake. */
export function nonEmptySet<Item>(item: Rule<Item>): Rule<Item[]> {
  const schema = { type: 'array', items: item.schema, minItems: 1, uniqueItems: true };
  return {
    schema,
    read(value, loc) {
      if (Array.isArray(value) && value.length === 0) {
        const msg = 'List should have at least 1 item after validation, not 0';
        return bad({ type: 'too_short', loc, msg, input: value });
      }
      const seen = new Set<Json>();
      const unique: Rule<Item> = {
        schema: item.schema,
        read(member, memberLoc) {
          if (seen.has(member)) return bad(valueError(member, memberLoc, 'the item is repeated'));
          seen.add(member);
          return item.read(member, memberLoc);
        },
      };
      return list(unique).read(value, loc);
    },
  };
}

/** A country code in capital letters, so that each country has only one spelling. */
export const country: Rule<string> = {
  schema: { type: 'string', enum: COUNTRIES },
  read(value, loc) {
    if (typeof value !== 'string') return bad(noText(value, loc));
    return COUNTRIES.includes(value)
      ? good(value)
      : bad(valueError(value, loc, 'not a country code of ISO 3166-1 alpha-2'));
  },
};

/** A list of country codes. Repeated codes are dropped. */
export const countries: Rule<string[]> = {
  schema: { type: 'array', items: country.schema },
  read(value, loc) {
    const reading = list(country).read(value, loc);
    return reading.ok ? good([...new Set(reading.value)]) : reading;
  },
};

/**
 * A host name, converted to lower case. It needs at least two labels, and the last one must not be a number, so an IP
 * address is refused.
 */
export const hostName: Rule<string> = {
  schema: { type: 'string', format: 'hostname', maxLength: 253 },
  read(value, loc) {
    if (typeof value !== 'string') return bad(noText(value, loc));
    return value.length <= 253 && HOST_NAME.test(value)
      ? good(value.toLowerCase())
      : bad(valueError(value, loc, 'not a host name'));
  },
};
const HOST_NAME = /^(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)+(?!-|\d+$)[a-z0-9-]{1,63}(?<!-)$/i;

/** One of our own numbers, so it is in E.164. The shortest numbers in use have seven digits (Niue, Saint Helena). */
export const senderNumber: Rule<string> = {
  schema: { type: 'string', pattern: '^\\+[1-9][0-9]{6,14}$' },
  read(value, loc) {
    if (typeof value !== 'string') return bad(noText(value, loc));
    if (/^\+[1-9]\d{6,14}$/.test(value)) return good(value);
    return bad({ type: 'phone_invalid', loc, msg: 'value is not a phone number in E.164', input: value });
  },
};

function valueError(input: Json, loc: Fault['loc'], why: string): Fault {
  return { type: 'value_error', loc, msg: `Value error, ${why}`, input };
}
