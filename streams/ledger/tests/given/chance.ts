import type { Command, PushMessage } from '../../../../schemas/generated/command';
import { BUSINESS, PLAIN_PUSH } from './scenario';
import { DAY, GERMAN_PHONE, HOUR, OPT_IN, OTHER_PHONE, PHONE, type World } from './world';

export const OTHER_BUSINESS = 'biz_01kf0000000000000000000009';

/** Chance in the form of numbers that were drawn before, so that it can be had again. */
export class Chance {
  private used = 0;

  constructor(private readonly numbers: readonly number[]) {}

  below(count: number): number {
    return (this.numbers[this.used++] ?? 0) % count;
  }

  pick<Option>(options: readonly Option[]): Option {
    return options[this.below(options.length)]!;
  }

  /** Nothing where there is nothing to pick. */
  some<Option>(options: Iterable<Option>): [] | [Option] {
    const all = [...options];
    return all.length === 0 ? [] : [this.pick(all)];
  }
}

/** Mostly what goes out, with now and then an obstacle. */
export function aPushOfChance(world: World, chance: Chance): PushMessage {
  const [recipient_email, phone] = chance.pick(PEOPLE);
  return {
    ...PLAIN_PUSH,
    recipient_email,
    subject: chance.pick(['Your order', 'Your return']),
    kind: chance.pick(['one_off', 'updateable', 'updateable']),
    notify: chance.pick([null, null, true, true, true, false]),
    recipient_phone: chance.below(6) > 0 ? phone : chance.pick(OTHER_NUMBERS),
    channels: chance.pick([null, null, ['sms'], ['whatsapp'], ['whatsapp'], ['sms', 'whatsapp'], []]),
    whatsapp_opt_in: chance.below(6) > 0 ? OPT_IN : null,
    sms_if_whatsapp_fails: chance.pick([true, true, false]),
    reference: chance.below(6) > 0 ? '#A-1042' : chance.pick(['bloom.com', null]),
    order_status: chance.pick(['shipped', 'shipped', 'shipped', 'shipped', 'delivered', null]),
    send_at: chance.pick([null, null, null, world.nowMs + HOUR, world.nowMs + DAY]),
    escalate_if_unread_after_minutes: chance.pick([null, null, 5, 60]),
    obsoletes: chance.below(6) === 0 ? chance.some(world.messages()).map(({ id }) => id) : [],
  };
}

const PEOPLE = [
  ['ada@example.com', PHONE],
  ['bob@example.com', OTHER_PHONE],
  ['eve@example.com', GERMAN_PHONE],
] as const;

/** Also one that is another's, written otherwise. */
const OTHER_NUMBERS = [null, PHONE, '07700 900123', '+447700900789', '+12025550123', 'none'];

export function aBusinessId(chance: Chance): string {
  return chance.pick([BUSINESS, BUSINESS, OTHER_BUSINESS]);
}

export function aCaller(chance: Chance): Partial<Command> {
  return { business_id: aBusinessId(chance), ...aKey(chance) };
}

/** Keys are few, so that they are used again, for the same and for other bodies. */
export function aKey(chance: Chance): Partial<Command> {
  const key = chance.below(8);
  if (key >= 4) return {};
  return {
    idempotency: {
      key_hash: Buffer.from(`key ${String(key)}`),
      fingerprint: Buffer.from(`body ${String(chance.below(2))}`),
    },
  };
}
