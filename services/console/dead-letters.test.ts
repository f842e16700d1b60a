import { newId } from '../../schemas/ids';
import type { Codec } from '../../streams/runtime/kafka/codec';
import { RegistryAway } from '../../streams/runtime/failures/failures';
import { listDeadLetters } from './dead-letters';
import { BUSINESS, clock, fakeLedger, fakeSql, MOMENT, NOW, request } from './console.fixture';
import { replayDeadLetter } from './replay-dead-letter';

const COMMAND = newId('cmd', NOW);

function aLetter(fields: object = {}): object {
  return {
    id: newId('dlq', NOW),
    partition: 3,
    offset: 17,
    commandId: COMMAND,
    businessId: BUSINESS,
    reason: 'defect',
    error: 'SQLSTATE 23514',
    payload: Buffer.from('{"PushMessage":{"subject":"secret"}}'),
    parkedAt: new Date(NOW),
    replayedAt: null,
    ...fields,
  };
}

/** Payloads are JSON here, and any other payload cannot be decoded. */
const codec: Codec = {
  encode: () => Buffer.alloc(0),
  decode: (_topic, bytes) =>
    Promise.resolve(bytes.toString())
      .then((text) => JSON.parse(text) as object)
      .then((body) => ({ command_id: COMMAND, business_id: BUSINESS, body }) as never),
};

describe('the list of dead letters (OPER-16)', () => {
  it('shows the kind of a command, but not its contents', async () => {
    const letters = [aLetter(), aLetter({ payload: Buffer.from('junk'), commandId: null, businessId: null })];
    const reply = await listDeadLetters({ sql: fakeSql(letters), codec })(request({}));
    expect(reply.body).not.toContain('secret');
    expect(JSON.parse(reply.body)).toMatchObject({
      items: [
        {
          command: 'PushMessage',
          command_id: COMMAND,
          business_id: BUSINESS,
          partition: 3,
          offset: 17,
          reason: 'defect',
          error: 'SQLSTATE 23514',
          parked_at: MOMENT,
          replayed_at: null,
        },
        { command: null, command_id: null, business_id: null },
      ],
      next_cursor: null,
    });
  });

  it('continues where a page ends', async () => {
    const sql = fakeSql(Array.from({ length: 201 }, () => aLetter()));
    const { items, next_cursor } = JSON.parse((await listDeadLetters({ sql, codec })(request({}))).body) as {
      items: { id: string }[];
      next_cursor: string;
    };
    expect([items.length, items.at(-1)?.id]).toEqual([200, next_cursor]);
    await listDeadLetters({ sql, codec })(request({ query: `cursor=${next_cursor}` }));
    expect(sql.asked.at(-1)).toEqual([next_cursor, 201]);
  });

  it('refuses a cursor of another list', async () => {
    const reply = await listDeadLetters({ sql: fakeSql([]), codec })(request({ query: 'cursor=biz_1' }));
    expect(reply).toMatchObject({ status: 422 });
  });
});

describe('replaying a dead letter', () => {
  const parameters = { id: newId('dlq', NOW) };

  it('can be asked for again if it got no answer (OPER-17)', async () => {
    const asked: string[] = [];
    const sql = {
      query: <Row>({ name }: { name: string }) => {
        asked.push(name);
        return Promise.resolve([aLetter()] as Row[]);
      },
    };
    const gateway = { again: () => Promise.reject(new Error('no answer')) };
    const handle = replayDeadLetter({ sql, codec, gateway, clock });
    await expect(handle(request({ parameters }))).rejects.toThrow('no answer');
    expect(asked.at(-1)).toBe('console-give-back-dead-letter');
  });

  it('is refused from one day after it was parked, and not before (OPER-18)', async () => {
    const { gateway } = fakeLedger(200, '{}');
    const statusAfter = async (ms: number): Promise<number> => {
      const sql = fakeSql([aLetter({ parkedAt: new Date(NOW - ms) })]);
      return (await replayDeadLetter({ sql, codec, gateway, clock })(request({ parameters }))).status;
    };
    const day = 24 * 3_600_000;
    expect([await statusAfter(day), await statusAfter(day + 1)]).toEqual([200, 409]);
  });

  it('is never too late for a step of an erasure, because an erasure must be finished (OPER-18)', async () => {
    const payload = Buffer.from('{"EraseChunk":{"erasure_id":"cmd_1"}}');
    const sql = fakeSql([aLetter({ payload, parkedAt: new Date(NOW - 29 * 24 * 3_600_000) })]);
    const { gateway, commands } = fakeLedger(200, '{}');
    const reply = await replayDeadLetter({ sql, codec, gateway, clock })(request({ parameters }));
    expect([reply.status, commands.length]).toEqual([200, 1]);
  });
});

describe('while the schema registry is down (OPER-16)', () => {
  const failingCodec: Codec = {
    ...codec,
    decode: () => Promise.reject(new RegistryAway(new Error('connect ECONNREFUSED'))),
  };

  it('the list fails, because a command of another release would look like none', async () => {
    const list = listDeadLetters({ sql: fakeSql([aLetter()]), codec: failingCodec });
    await expect(list(request({}))).rejects.toThrow(RegistryAway);
  });

  it('a replay fails but is not refused as unreadable, so it can be asked for again', async () => {
    const { gateway } = fakeLedger(200, '{}');
    const replay = replayDeadLetter({ sql: fakeSql([aLetter()]), codec: failingCodec, gateway, clock });
    await expect(replay(request({ parameters: { id: newId('dlq', NOW) } }))).rejects.toThrow(RegistryAway);
  });
});
