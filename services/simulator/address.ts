import { bad, good, type Rule } from '../../schemas/values/rule';
import { noText } from '../../schemas/values/value-rules';
import type { Channel } from '../providers/outcome';

/** Normalises an address: mail to lower case, a number to a plus and digits. Undefined means that it is no address. */
export function normaliseAddress(channel: Channel, text: string): string | undefined {
  return channel === 'email' ? normaliseMailAddress(text) : normaliseNumber(text);
}

/** The rule for a field with an address. Without a channel, an address with an `@` is a mail address. */
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

/** An unencoded plus in a query arrives as a blank. No address contains a blank, so it is turned back into a plus. */
function normaliseMailAddress(text: string): string | undefined {
  const address = text.trim().replaceAll(' ', '+').toLowerCase();
  return address.length <= 254 && /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : undefined;
}

function normaliseNumber(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '');
  return /^[1-9]\d{5,14}$/.test(digits) ? `+${digits}` : undefined;
}
