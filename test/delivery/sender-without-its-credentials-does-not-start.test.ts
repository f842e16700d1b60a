import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
});
afterAll(() => world.close());

test('a sender that lacks settings of its provider ends at once and names all of them', async () => {
  const sender = world.startWith({ SMS_SENDER: '+447700900000' }, 'pipeline', 'sms-sender');
  expect(await sender.ended()).toBe(1);
  const complaint = sender.complaints.join('\n');
  for (const name of ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']) {
    expect(complaint).toContain(`${name} is missing`);
  }
  expect(complaint).not.toContain('SMS_SENDER');
});
