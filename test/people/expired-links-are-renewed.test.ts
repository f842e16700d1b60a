import { newId } from '../../schemas/ids';
import {
  addShortLink,
  ageEmails,
  aReader,
  askedOf,
  linkOf,
  post,
  setStatus,
  submit,
  tokenFor,
  type Reader,
} from '../fixtures/inbox';
import { request } from '../fixtures/merchant';
import { openDatabase, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';

const database = openDatabase();
let inbox: ServiceProcess;
let url: string;
let ada: Reader;

beforeAll(async () => {
  inbox = startBeside({}, 'inbox');
  url = await inbox.ready();
});
beforeEach(async () => {
  ada = await aReader(database, [{ subject: 'First' }, { subject: 'Second' }]);
});
afterAll(async () => {
  expect(await inbox.stop()).toBe(0);
  await database.close();
});

test('a link can be renewed by its short code as well', async () => {
  const code = newId('snd', Date.now()).slice(-12);
  await addShortLink(database, code, linkOf(ada), Date.now() - 1_000);
  const page = await request(`${url}/s/${code}`);
  expect([page.status, page.text.includes(`action="${code}/renew"`)]).toEqual([404, true]);
  await ageEmails(database, ada);
  await post(`${url}/s/${code}/renew`);
  expect(await askedOf(ada.businessId)).toEqual([
    { RenewLink: { recipient_id: ada.recipientId, message_id: ada.messageIds[1] } },
  ]);
});

test('the link of a retracted message is renewed for the newest message that was not retracted (INBOX-15)', async () => {
  ada = await aReader(database, [{ subject: 'First' }, { subject: 'Second' }, { subject: 'Third' }]);
  const [first, second, third] = ada.messageIds;
  await setStatus(database, third!, 'retracted');
  const expired = `${url}/i/${tokenFor(linkOf(ada), Date.now() - 1_000)}`;
  const code = newId('snd', Date.now()).slice(-12);
  await addShortLink(database, code, linkOf(ada), Date.now() - 1_000);
  for (const old of [expired, `${url}/s/${code}`]) {
    const { status, text } = await request(old);
    expect([status, text.includes('Email me a new link')]).toEqual([404, true]);
    await ageEmails(database, ada);
    expect((await post(`${old}/renew`)).status).toBe(204);
  }
  const renewal = { RenewLink: { recipient_id: ada.recipientId, message_id: second } };
  expect(await askedOf(ada.businessId)).toEqual([renewal, renewal]);

  for (const id of [first, second]) await setStatus(database, id!, 'retracted');
  await ageEmails(database, ada);
  expect((await post(`${expired}/renew`)).status).toBe(204);
  expect(await askedOf(ada.businessId)).toHaveLength(2);
});

test('a link is renewed only after it expired and once an hour, and no event is published (INBOX-15, INBOX-16)', async () => {
  const expired = `${url}/i/${tokenFor(linkOf(ada, ada.messageIds[0]), Date.now() - 1_000)}`;
  const open = `${url}/i/${tokenFor(linkOf(ada))}`;
  const answers: string[] = [];
  await ageEmails(database, ada);
  for (const asked of [expired, open, `${url}/i/nonsense`, `${url}/s/nonsense`]) {
    const call = await post(`${asked}/renew`);
    const form = await submit(`${asked}/renew`, '');
    answers.push(JSON.stringify([call.status, form.status, form.headers.get('location')]));
    answers.push((await request(`${asked}/renewed`)).text);
  }
  expect(new Set(answers).size).toBe(2);
  expect(answers[0]).toBe('[204,303,"renewed"]');
  const renewal = { RenewLink: { recipient_id: ada.recipientId, message_id: ada.messageIds[0] } };
  expect(await askedOf(ada.businessId)).toEqual([renewal]);
});
