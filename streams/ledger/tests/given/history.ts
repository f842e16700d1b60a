import type { BusinessSettings, Command, NewApiKey } from '../../../../schemas/generated/command';
import { topics } from '../../../../schemas/topics';
import type { Send, TimerKind } from '../../delivery/tables';
import { OTHER_COUNTRY } from '../../../channels/paid-gate';
import { attemptKey } from '../../store/row-keys';
import { changed } from './scenario';
import { aBusinessId, aCaller, aKey, aPushOfChance, Chance, OTHER_BUSINESS } from './chance';
import { HOUR, MINUTE, SECOND, World } from './world';

/** Two businesses with credits and every channel on, of which anything can become. */
export function aWorldOfChance(): World {
  const world = new World({ settings: EVERYTHING_ON, credits: 12, house: { price: priceOf } });
  const other = { business_id: OTHER_BUSINESS };
  const settings = changed({ name: 'Fern', ...EVERYTHING_ON });
  world.apply(world.command({ CreateBusiness: { settings, key: aNewKey(world) } }, other));
  world.apply(world.command({ TopUp: { amount: 5, note: null } }, other));
  return world;
}

/** One step that these numbers choose, among all that may happen just now: the same numbers play the same. */
export function play(world: World, numbers: readonly number[], steps = STEPS): void {
  const chance = new Chance(numbers);
  chance.pick(steps)(world, chance);
}

const EVERYTHING_ON: Partial<BusinessSettings> = {
  sms_mode: 'on',
  whatsapp_mode: 'on',
  default_country: 'GB',
  low_balance_threshold: 3,
};

export function priceOf(country: string): number {
  return country === 'DE' ? 2 : 1;
}

export type Step = (world: World, chance: Chance) => void;

const push: Step = (world, chance) => {
  world.push(aPushOfChance(world, chance), aCaller(chance));
};

const pushBatch: Step = (world, chance) => {
  const items = Array.from({ length: 1 + chance.below(4) }, (_, index) => {
    const push = chance.below(6) === 0 ? null : aPushOfChance(world, chance);
    const idempotency = {
      key_hash: Buffer.from(`batch ${String(chance.below(3))}#${String(index)}`),
      fingerprint: Buffer.from(JSON.stringify(push)),
    };
    const refusal = push === null ? '[]' : null;
    return { idempotency, push, refusal, recipient_email: null, spends_key: push !== null || index < 2 };
  });
  world.apply(world.command({ PushBatch: { items } }, aCaller(chance)));
};

const retract: Step = (world, chance) => {
  for (const message of chance.some(world.messages())) world.retract(message, aKey(chance));
};

const resend: Step = (world, chance) => {
  for (const message of chance.some(world.messages())) {
    world.resend(chance.pick(['sms', 'whatsapp']), message, aKey(chance));
  }
};

const open: Step = (world, chance) => {
  for (const message of chance.some(world.messages())) world.open(message);
};

const renewLink: Step = (world, chance) => {
  for (const message of chance.some(world.messages())) world.renewLink(message);
};

const stop: Step = (world, chance) => {
  for (const recipient of chance.some(world.set.recipients.values())) {
    if (chance.below(6) === 0) world.unsubscribe(recipient);
    else world.stop(chance.pick(['sms', 'whatsapp']), chance.pick(['inbox', 'dashboard']), recipient);
  }
};

/** A sender takes up to three of what was handed over. */
const claim: Step = (world, chance) => {
  for (let left = 1 + chance.below(3); left > 0; left -= 1) {
    for (const send of chance.some(handedOver(world))) {
      if (isPaidFor(world, send)) world.claim(send);
      else world.result(send, 'skipped', { skipped_reason: OTHER_COUNTRY });
    }
  }
};

const result: Step = (world, chance) => {
  for (const send of chance.some(world.sends().filter((each) => isOpen(world, each)))) {
    const emails_this_month = send.channel === 'email' ? chance.below(6) : null;
    world.result(send, chance.pick(OUTCOMES), { provider_id: 'p-1', emails_this_month });
  }
};

/** A gate refuses at the last moment: no attempt is made. */
const skipAtLast: Step = (world, chance) => {
  for (const send of chance.some(handedOver(world))) {
    const reasons = send.channel === 'email' ? ['daily_cap_reached', 'unsubscribed'] : PAID_REASONS;
    world.result(send, 'skipped', { skipped_reason: chance.pick(reasons) });
  }
};

const report: Step = (world, chance) => {
  const submitted = world
    .sends()
    .filter((send) => send.submittedAt !== null || isOpen(world, send) || send.state === 'failed');
  for (const send of chance.some(submitted)) {
    world.report(send, chance.pick(send.channel === 'email' ? EMAIL_STATUSES : PAID_STATUSES));
  }
};

const wait: Step = (world, chance) => world.wait(chance.pick(PAUSES));

/** A timer that nobody waits for any more, or that stands elsewhere by now. */
const strayTimer: Step = (world, chance) => {
  for (const { businessId, id: subjectId } of chance.some(world.sends())) {
    const kind: TimerKind = chance.pick(['send', 'escalate', 'fallback', 'retry']);
    world.fire({ businessId, subjectId, kind, dueAt: new Date(world.nowMs - 1), partition: 0 });
  }
};

/** What would silence everything, were it to happen often. */
const rarely: Step = (world, chance) => chance.pick([review, another, stop])(world, chance);

const account: Step = (world, chance) => {
  const business_id = aBusinessId(chance);
  if (chance.below(2) === 0) {
    world.apply(world.command({ TopUp: { amount: 1 + chance.below(9), note: null } }, { business_id }));
    return;
  }
  const settings = changed(chance.pick(CHANGES)(world));
  world.apply(world.command({ ChangeBusiness: { settings } }, { business_id }));
};

const review: Step = (world, chance) => {
  world.review(
    chance.pick(['shipped', 'delivered']),
    chance.pick(['approved', 'approved', 'in_review', 'rejected']),
  );
};

const another: Step = (world, chance) => {
  const key = aNewKey(world);
  const body: Command['body'] = chance.pick([
    { Tick: {} },
    { Refuse: { detail: '[]', recipient_email: null } },
    { CreateKey: { key, minted_by: null, detach: false } },
  ]);
  world.apply(world.command(body, { business_id: aBusinessId(chance), ...aKey(chance) }));
};

/** The log holds a command twice. */
const repeat: Step = (world, chance) => {
  const recent = commandsOf(world).filter(({ issued_at: at }) => at > world.nowMs - HOUR);
  for (const command of chance.some(recent)) world.apply(command);
};

/** A caller that heard nothing tries again. */
const retry: Step = (world, chance) => {
  const keyed = commandsOf(world).filter(({ idempotency }) => idempotency !== null);
  for (const { body, idempotency, business_id } of chance.some(keyed)) {
    world.apply(world.command(body, { idempotency, business_id }));
  }
};

export const STEPS: readonly Step[] = [
  ...[push, push, push, push, push, push, push, pushBatch, retract, resend, resend, open, renewLink],
  ...[claim, claim, claim, claim, claim, result, result, result, result, result, result, skipAtLast],
  ...[
    report,
    report,
    report,
    report,
    wait,
    wait,
    wait,
    wait,
    strayTimer,
    account,
    account,
    rarely,
    repeat,
    retry,
  ],
];

const OUTCOMES = [
  'accepted',
  'accepted',
  'accepted',
  'refused',
  'not_on_whatsapp',
  'throttled',
  'try_later',
  'not_reached',
  'unknown',
];
const PAID_REASONS = ['stopped', 'rate_limited', 'not_reachable', 'template_not_sendable', 'sending_paused'];
const EMAIL_STATUSES = ['delivered', 'delivered', 'bounced_soft', 'bounced_hard', 'complained', 'failed'];
const PAID_STATUSES = ['delivered', 'delivered', 'read', 'failed', 'not_on_whatsapp'];
const PAUSES = [SECOND, MINUTE, 5 * MINUTE, 10 * MINUTE, HOUR, 25 * HOUR];

const back = () => ({ ...EVERYTHING_ON, name: 'Bloom & Co', sending_paused: false, plan: 'active' });

const CHANGES: readonly ((world: World) => Partial<BusinessSettings>)[] = [
  ...[back, back, back, back],
  () => ({ sms_mode: 'on_request', whatsapp_mode: 'on_request' }),
  () => ({ sms_mode: 'off' }),
  () => ({ sending_paused: true }),
  ({ nowMs }) => ({ plan: 'past_due', period_ends_at: nowMs + HOUR }),
  () => ({ name: 'bloom.com' }),
  () => ({ email_allowance: 3 }),
  () => ({ default_country: 'DE' }),
  () => ({ sms_allowed_countries: ['GB', 'DE'] }),
];

function aNewKey({ history }: World): NewApiKey {
  const sha256 = Buffer.from(String(history.length).padStart(32, '0'));
  return { sha256, last4: 'abcd', name: 'Till', scopes: [] };
}

/** What a sender that reads its topic would find to do: handed over, still wanted, and not begun. */
function handedOver(world: World): Send[] {
  const names = new Set([topics.sendsEmail.name, topics.sendsSms.name, topics.sendsWhatsapp.name]);
  const records = world.history.flatMap((happened) =>
    'command' in happened ? happened.brought.outputs : [],
  );
  const given = new Set(
    records.flatMap(({ topic, value }) => {
      if (!names.has(topic)) return [];
      const { send_id: sendId, attempt } = value as { send_id: string; attempt: number };
      return [attemptKey({ sendId, attempt })];
    }),
  );
  return world.sends().filter((send) => {
    const key = attemptKey({ sendId: send.id, attempt: send.attempt });
    return (
      send.state === 'queued' &&
      send.submittedAt === null &&
      given.has(key) &&
      world.set.attempts.get(key) === undefined
    );
  });
}

/** A sender makes no attempt at a number in another country than was charged for. */
function isPaidFor({ set }: World, { channel, country, recipientId }: Send): boolean {
  const recipient = set.recipients.get(recipientId);
  if (channel === 'email' || recipient === undefined || recipient.phone === null) return true;
  return (country ?? '') === (recipient.phoneCountry ?? '');
}

function isOpen(world: World, { id: sendId, attempt }: Send): boolean {
  return world.set.attempts.get(attemptKey({ sendId, attempt }))?.outcome === null;
}

function commandsOf(world: World): Command[] {
  return world.history.flatMap((happened) => ('command' in happened ? [happened.command] : []));
}
