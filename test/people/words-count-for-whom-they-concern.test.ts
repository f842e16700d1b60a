import type { Command } from '../../schemas/generated/command';
import {
  aBusiness,
  aChange,
  aPush,
  BUSINESS,
  command,
  HOUSE,
} from '../../streams/ledger/tests/fixtures/scenario';
import { OTHER_PHONE, PHONE } from '../../streams/ledger/tests/fixtures/world';
import { helpText } from '../../streams/wording/sms-replies';
import { aTextingBusiness, openLedgerAlone, RIVAL, type LedgerAlone } from '../fixtures/ledger-alone';

const SHARED = HOUSE.smsSender ?? '';
const ADA = { recipient_email: 'ada@example.com' };

let ledger: LedgerAlone;
beforeEach(async () => {
  ledger = await openLedgerAlone();
});
afterEach(() => ledger.close());

/** As the nth command, `word` is texted from Ada's number to this number. */
function texted(n: number, word: string, own_number = SHARED): Command {
  const text = { channel: 'sms', phone: PHONE, own_number, word, provider_id: `SM${String(n)}` };
  return command(n, { ReceiveText: { ...text, written_at: null } }, { business_id: 'platform-1' });
}

test('START lifts the texted stop that outlived an erasure, and no stop of another kind (CONSENT-10, ERASE-7)', async () => {
  const kept = () => ledger.database.query(KEPT, [BUSINESS]);
  await ledger.applyAll(...aTextingBusiness());
  await ledger.applyAll(aPush(3, { ...ADA, recipient_phone: PHONE }));
  await ledger.applyAll(texted(4, 'stop'));
  const [ada] = await ledger.database.query<{ id: string }>(RECIPIENTS, [BUSINESS]);
  await ledger.applyAll(
    command(5, { StopChannel: { recipient_id: ada!.id, channel: 'sms', source: 'inbox' } }),
  );
  await ledger.applyAll(command(6, { EraseRecipient: ADA }));
  expect(await ledger.database.query(RECIPIENTS, [BUSINESS])).toEqual([]);
  expect(await kept()).toEqual([{ source: 'inbox' }, { source: 'text' }]);
  await ledger.applyAll(texted(40, 'start'));
  expect(await kept()).toEqual([{ source: 'inbox' }]);
});

test("a STOP counts for its number's holder at the time, even in one batch with later texts (CONSENT-13)", async () => {
  await ledger.applyAll(...aTextingBusiness());
  await ledger.applyAll(aPush(3, { ...ADA, recipient_phone: PHONE }));
  await ledger.applyAll(command(5, { SetPhone: { ...ADA, phone: OTHER_PHONE, source: 'api' } }));
  await ledger.applyAll(texted(4, 'stop'), texted(6, 'help'));
  expect(await ledger.database.query(RECIPIENTS, [BUSINESS])).toMatchObject([
    { phone: OTHER_PHONE, isStopped: true },
  ]);
});

test('an answer names the business only on a number that it has to itself (CONSENT-20)', async () => {
  const [own, common] = ['+447700900771', '+447700900772'];
  const answered = async (n: number, number: string) => {
    await ledger.applyAll(texted(n, 'help', number));
    return (await ledger.database.query<{ text: string }>(ANSWERS, [number]))[0]!.text;
  };
  await ledger.applyAll(
    aBusiness(1, { name: 'Bloom & Co', sms_sender: own }),
    ...aTextingBusiness(RIVAL, 10),
  );
  expect(await answered(20, own)).toBe(helpText({ businessName: 'Bloom & Co' }));

  await ledger.applyAll(aChange(21, { sms_sender: common }));
  await ledger.applyAll({ ...aChange(22, { sms_sender: common }), business_id: RIVAL });
  expect(await answered(23, common)).toBe(helpText({ businessName: null }));

  // The number that all businesses without their own use, although one of them has it in its settings.
  await ledger.applyAll(aChange(24, { sms_sender: SHARED }));
  expect(await answered(25, SHARED)).toBe(helpText({ businessName: null }));
});

const KEPT = {
  name: 'test-kept-stops',
  text: 'SELECT source FROM number_stops WHERE business_id = $1 ORDER BY source',
};
const RECIPIENTS = {
  name: 'test-recipients-of',
  text: `
    SELECT id, phone, sms_text_stopped_at IS NOT NULL AS "isStopped" FROM recipients WHERE business_id = $1`,
};
const ANSWERS = {
  name: 'test-answers-from',
  text: 'SELECT text FROM auto_replies WHERE sender = $1 ORDER BY created_at DESC',
};
