import { hashKey } from '../../store/row-keys';
import { BUSINESS, HOUSE, NOW } from '../fixtures/scenario';
import { EMAIL, HOUR, OTHER_PHONE, PHONE, World } from '../fixtures/world';

const erase = (world: World) => world.apply(world.command({ EraseRecipient: { recipient_email: EMAIL } }));

const keptFor = (world: World, phone: string) =>
  [...world.set.numberStops.values()]
    .filter(({ numberHash }) => hashKey(numberHash) === hashKey(HOUSE.hash('number', phone)))
    .map(({ channel, source, stoppedAt }) => [channel, source, stoppedAt.getTime() - NOW]);

function aRecipient(): World {
  const world = new World();
  world.push({ recipient_phone: PHONE });
  return world;
}

describe('the opt-outs that outlive a recipient (ERASE-7)', () => {
  test('are all of them, for the number held last', () => {
    const world = aRecipient();
    world.stop('sms', 'dashboard');
    world.stop('whatsapp');
    const said = { smsTextStoppedAt: new Date(NOW + 1), whatsappTextStoppedAt: new Date(NOW + 2) };
    world.set.recipients.load([{ ...world.recipient(), ...said, whatsappWithdrawnAt: new Date(NOW + 3) }]);
    world.apply(world.command({ SetPhone: { recipient_email: EMAIL, phone: OTHER_PHONE, source: 'api' } }));
    world.wait(HOUR);
    erase(world);
    expect(keptFor(world, OTHER_PHONE)).toEqual([
      ['sms', 'text', 1],
      ['sms', 'dashboard', 0],
      ['whatsapp', 'text', 2],
      ['whatsapp', 'inbox', 0],
      ['whatsapp', 'withdrawn', 3],
    ]);
  });

  test.each(['inbox', 'dashboard'] as const)('from the %s are kept once', (source) => {
    const world = aRecipient();
    world.stop('sms', source);
    world.stop('whatsapp', source);
    const { written } = erase(world);
    expect(written.numberStops).toEqual([]);
    expect(written.erasures).toMatchObject([{ counts: { sms_opt_outs: 1, whatsapp_opt_outs: 1 } }]);
  });

  test('of one channel or source do not replace another', () => {
    const world = aRecipient();
    world.stop('whatsapp');
    const at = new Date(NOW + 1);
    world.set.recipients.load([
      { ...world.recipient(), smsStoppedAt: at, smsStopSource: 'inbox', whatsappTextStoppedAt: at },
    ]);
    erase(world);
    expect(keptFor(world, PHONE)).toEqual([
      ['whatsapp', 'inbox', 0],
      ['sms', 'inbox', 1],
      ['whatsapp', 'text', 1],
    ]);
  });

  test('are none without a number', () => {
    const world = new World();
    world.push();
    world.stop('sms');
    expect(erase(world).written.numberStops).toEqual([]);
  });
});

test('the hold of the number held now is dropped, even if another person wrote from it (ERASE-17)', () => {
  const world = aRecipient();
  const hold = { businessId: BUSINESS, recipientId: 'rcp_other', acknowledgedAt: new Date(NOW) };
  world.set.acknowledgements.load([
    { ...hold, numberHash: HOUSE.hash('number', PHONE) },
    { ...hold, numberHash: HOUSE.hash('number', OTHER_PHONE) },
  ]);
  const { written } = world.apply(world.command({ EraseWhatsapp: { recipient_email: EMAIL } }));
  expect(written.erasures).toMatchObject([{ counts: { acknowledgements: 1 } }]);
  expect([...world.set.acknowledgements.values()]).toMatchObject([
    { numberHash: HOUSE.hash('number', OTHER_PHONE) },
  ]);
});
