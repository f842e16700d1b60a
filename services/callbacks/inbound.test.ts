import type { Sql } from '../../streams/runtime/database';
import { wishesOf } from './inbound';

test('a text counts from when it came in, for the log may have it later than one that followed it (2.10)', async () => {
  const text = { channel: 'sms', from: '+447700900123', to: '+447700900999', text: 'START' } as const;
  const inbound = { ...text, providerId: 'SM1', quotes: null, at: null };
  const records = { sql: {} as Sql, hashNumber: (phone: string) => Buffer.from(phone) };
  const { wishes } = await wishesOf(records, [inbound], 1_234);
  expect(wishes).toMatchObject([{ body: { ReceiveText: { word: 'start', written_at: 1_234 } } }]);
});
