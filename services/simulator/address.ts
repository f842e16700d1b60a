import { bad, good, type Rule } from '../../schemas/values/rule';
import { noText } from '../../schemas/values/value-rules';
import type { Channel } from '../providers/outcome';

/** An address as it is kept: mail in lower case, numbers with a plus and nothing but digits. Undefined: it is none. */
export function normaliseAddress(channel: Channel, text: string): string | undefined {
  return channel === 'email' ? normaliseMailAddress(text) : normaliseNumber(text);
}

/** Without a channel an address is of the kind that it looks like. */
export function addressRule(channel?: Channel): Rule<string> {
  return {
    schema: { type: 'string' },
    read(value, loc) {
      if (typeof value !== 'string') return bad(noText(value, loc));
      const kind = channel ?? (value.includes('@') ? 'email' : 'sms');
      const address = normaliseAddress(kind, value);
      if (address !== undefined) return good(address);
      const what = kind === 'email' ? 'an email address' : 'a phone number with its country code';
      return bad({ type: 'value_error', loc, msg: `Value error, not ${what}`, input: value });
    },
  };
}

/** A plus that nobody encoded in a query arrives as a blank, which is no part of any address. */
function normaliseMailAddress(text: string): string | undefined {
  const address = text.trim().replaceAll(' ', '+').toLowerCase();
  return address.length <= 254 && /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : undefined;
}

function normaliseNumber(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '');
  return /^[1-9]\d{5,14}$/.test(digits) ? `+${digits}` : undefined;
}
