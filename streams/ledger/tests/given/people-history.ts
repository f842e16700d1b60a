import type { Command } from '../../../../schemas/generated/command';
import { aKey, type Chance } from './chance';
import type { Step } from './history';
import { GERMAN_PHONE, MINUTE, OTHER_PHONE, PHONE, type World } from './world';

/** A number is given, in one spelling or another, or taken away. It may be another's. */
const changePhone: Step = (world, chance) => {
  for (const { email: recipient_email, businessId: business_id } of someone(world, chance)) {
    const body: Command['body'] =
      chance.below(4) === 0
        ? { ClearPhone: { recipient_email } }
        : { SetPhone: { recipient_email, phone: chance.pick(SPELLINGS), source: 'api' } };
    world.apply(world.command(body, { business_id }));
  }
};

/** Somebody texts a word to the number that all send from, some of them late. */
const text: Step = (world, chance) => {
  const said = {
    channel: chance.pick(['sms', 'whatsapp']),
    phone: chance.pick(NUMBERS),
    own_number: world.rules.smsSender ?? '',
    word: chance.pick(['stop', 'stop', 'start', 'help']),
    provider_id: nextId(world),
    written_at: chance.pick([null, world.nowMs - chance.below(3) * MINUTE]),
  };
  world.apply(world.command({ ReceiveText: said }, { business_id: 'platform-1' }));
};

/** What was texted reaches one of the businesses. */
const settleText: Step = (world, chance) => {
  for (const { businessId: business_id, id: recipient_id } of someone(world, chance)) {
    const number_hash = world.rules.hash('number', chance.pick(NUMBERS));
    const about = { channel: chance.pick(['sms', 'whatsapp']), own_number: world.rules.smsSender ?? '' };
    world.apply(world.command({ SettleText: { ...about, number_hash, recipient_id } }, { business_id }));
  }
};

const reply: Step = (world, chance) => {
  for (const { businessId: business_id, id: message_id, recipientId: recipient_id } of chance.some(
    world.messages(),
  )) {
    const words = { text: chance.pick(['Thanks!', 'Stop']), provider_id: nextId(world) };
    const who = { recipient_id, message_id, phone: chance.pick(NUMBERS) };
    const body = { ReceiveReply: { ...who, ...words, received_at: world.nowMs } };
    world.apply(world.command(body, { business_id }));
  }
};

/** As far as its first step goes: from then on the person is gone for every decision. */
const beginErasure: Step = (world, chance) => {
  for (const { email: recipient_email, businessId: business_id } of someone(world, chance)) {
    const body: Command['body'] = chance.pick([
      { EraseWhatsapp: { recipient_email } },
      { EraseRecipient: { recipient_email } },
    ]);
    world.apply(world.command(body, { business_id, ...aKey(chance) }));
  }
};

/** What people do and what is done about them, beside what merchants and providers do. */
export const PEOPLES_STEPS: readonly Step[] = [
  ...[changePhone, changePhone, changePhone, text, text, text, settleText, settleText],
  ...[reply, reply, reply, beginErasure],
];

const NUMBERS = [PHONE, OTHER_PHONE, GERMAN_PHONE];
const SPELLINGS = [...NUMBERS, '07700 900123', '+447700900789', 'none'];

function someone(world: World, chance: Chance) {
  return chance.some(world.set.recipients.values());
}

function nextId({ history }: World): string {
  return `provider ${String(history.length)}`;
}
