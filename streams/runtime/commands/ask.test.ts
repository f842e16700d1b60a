import { openAsker, type AskerDependencies } from './ask';
import type { Answer } from './command-processor';
import { packReplies, type ReplyHandlers } from './replies';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A look-up begins one turn of the event loop after it is due. With these timers a turn takes this long. */
const TURN_MS = 1;

const ANSWER: Answer = { status: 201, body: '{"id":"msg_1"}', replayed: false };

describe('a process that receives replies', () => {
  it('gets its outcomes from them and looks nothing up', async () => {
    const { ask, reply, lookUps } = given();
    const answer = ask('cmd_1');
    reply('cmd_1');
    expect(await answer).toEqual(ANSWER);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(lookUps).toEqual([]);
  });

  it('looks a lost outcome up after two seconds, and the next at once until a reply arrives (HAZ-11)', async () => {
    const { asker, ask, apply, reply, lookUps } = given();
    const lost = ask('cmd_1');
    apply('cmd_1');
    await jest.advanceTimersByTimeAsync(1_999);
    expect([lookUps, asker.isReplied]).toEqual([[], true]);
    await jest.advanceTimersByTimeAsync(1 + TURN_MS);
    expect([await lost, asker.isReplied]).toEqual([ANSWER, false]);

    const next = ask('cmd_2');
    apply('cmd_2');
    await jest.advanceTimersByTimeAsync(5 + TURN_MS);
    expect([await next, asker.isReplied]).toEqual([ANSWER, false]);

    reply('cmd_2');
    expect(asker.isReplied).toBe(true);
    void ask('cmd_3');
    await jest.advanceTimersByTimeAsync(1_999);
    expect(lookUps).toEqual([['cmd_1'], ['cmd_2']]);
  });

  it('ignores a reply that no request waits for, and a message that is not a reply', async () => {
    const { ask, reply, receive } = given();
    const answer = ask('cmd_1');
    reply('cmd_9');
    receive(Buffer.from('who goes there?'));
    reply('cmd_1');
    expect(await answer).toEqual(ANSWER);
  });

  it('puts its own name into each command, even if another process asked it before', () => {
    const { asker, written } = given();
    const command = { business_id: 'biz', command_id: 'cmd_1', reply_to: 'console-before' };
    void asker.ask(command as never);
    expect(written).toEqual([{ ...command, reply_to: 'ingress-1' }]);
  });
});

describe('a process that cannot receive replies', () => {
  it('looks up after 5 ms, 10 ms, 20 ms and so on, but at least every two seconds', async () => {
    const { ask, lookUps, pauses } = given({ isOpen: false });
    ask('cmd_1').catch(() => undefined);
    await jest.advanceTimersByTimeAsync(14_900);
    expect(pauses().slice(0, 5)).toEqual([5, 10, 20, 40, 80]);
    expect(pauses().slice(-7)).toEqual([1_280, ...Array<number>(6).fill(2_000)]);
    expect(new Set(lookUps.flat())).toEqual(new Set(['cmd_1']));
  });

  it('relies on replies again as soon as its inbox is open', async () => {
    const { asker, ask, open, reply, lookUps } = given({ isOpen: false });
    expect(asker.isReplied).toBe(false);
    open();
    expect(asker.isReplied).toBe(true);
    const answer = ask('cmd_1');
    await jest.advanceTimersByTimeAsync(1_000);
    reply('cmd_1');
    expect([await answer, lookUps]).toEqual([ANSWER, []]);
  });

  it('does not report replies as lost after a look-up that it began before its inbox was open', async () => {
    const { asker, ask, apply, open } = given({ isOpen: false });
    const answer = ask('cmd_1');
    open();
    apply('cmd_1');
    await jest.advanceTimersByTimeAsync(5 + TURN_MS);
    expect([await answer, asker.isReplied]).toEqual([ANSWER, true]);
  });
});

it('looks all outcomes up at once when its inbox closes, and gets replies again once the inbox is open', async () => {
  const { asker, ask, apply, reply, lose, open, lookUps } = given();
  const waiting = ['cmd_1', 'cmd_2', 'cmd_3'].map(ask);
  ask('cmd_4').catch(() => undefined);
  await jest.advanceTimersByTimeAsync(1_000);
  apply('cmd_1', 'cmd_2', 'cmd_3');
  lose();
  await jest.advanceTimersByTimeAsync(5 + TURN_MS);
  expect(await Promise.all(waiting)).toEqual([ANSWER, ANSWER, ANSWER]);
  expect(lookUps).toEqual([['cmd_1', 'cmd_2', 'cmd_3', 'cmd_4']]);

  open();
  const again = ask('cmd_5');
  reply('cmd_5');
  expect([await again, asker.isReplied]).toEqual([ANSWER, true]);
});

it('makes one look-up for all waiting requests, and one more for those that joined meanwhile (HAZ-11)', async () => {
  let answer: (found: Map<string, Answer>) => void = () => undefined;
  const asked: (readonly string[])[] = [];
  const lookUp = (ids: readonly string[]) => {
    asked.push(ids);
    return new Promise<Map<string, Answer>>((resolve) => (answer = resolve));
  };
  const { ask } = given({ isOpen: false, lookUp });
  const first = Array.from({ length: 100 }, (_, n) => ask(`cmd_${n}`));
  await jest.advanceTimersByTimeAsync(6);
  const second = [ask('cmd_100'), ask('cmd_101')];
  await jest.advanceTimersByTimeAsync(1_000);
  answer(new Map(Array.from({ length: 100 }, (_, n) => [`cmd_${n}`, ANSWER])));
  expect(await Promise.all(first)).toHaveLength(100);
  await jest.advanceTimersByTimeAsync(0);
  answer(new Map(['cmd_100', 'cmd_101'].map((id) => [id, ANSWER])));
  expect(await Promise.all(second)).toEqual([ANSWER, ANSWER]);
  expect(asked.map(({ length }) => length)).toEqual([100, 2]);
});

it('keeps looking up while the database is unavailable', async () => {
  const errors = [new Error('down'), new Error('down')];
  const lookUp = (ids: readonly string[]) => {
    const error = errors.shift();
    return error === undefined
      ? Promise.resolve(new Map(ids.map((id) => [id, ANSWER])))
      : Promise.reject(error);
  };
  const { ask } = given({ isOpen: false, lookUp });
  const answer = ask('cmd_1');
  await jest.advanceTimersByTimeAsync(35 + 3 * TURN_MS);
  expect(await answer).toEqual(ANSWER);
});

it('gives up after 15 s even if a look-up hangs', async () => {
  const { ask } = given({ lookUp: () => new Promise(() => undefined) });
  const settled: string[] = [];
  for (const id of ['cmd_1', 'cmd_2']) {
    ask(id).catch((error: unknown) => settled.push(`${id}: ${String(error)}`));
    await jest.advanceTimersByTimeAsync(5_000);
  }
  await jest.advanceTimersByTimeAsync(4_900);
  expect(settled).toEqual([]);
  await jest.advanceTimersByTimeAsync(200);
  expect(settled).toEqual(['cmd_1: Error: the command was not answered']);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(settled).toHaveLength(2);
});

it('gives up at once if the command could not be written, and says so until one is written', async () => {
  const cause = new Error('the broker is down');
  const causes = [cause];
  const publish = async () => {
    const error = causes.shift();
    if (error !== undefined) throw error;
  };
  const { asker, ask, reply } = given({ publish });
  await expect(ask('cmd_1')).rejects.toMatchObject({ message: 'the command was not answered', cause });
  expect(asker.isWriting).toBe(false);
  const answer = ask('cmd_2');
  reply('cmd_2');
  await answer;
  expect(asker.isWriting).toBe(true);
});

it.each([
  ['was not written', () => new Promise<void>(() => undefined), false],
  ['was written and not answered', () => Promise.resolve(), true],
])('says whether it can write when a command %s within 15 s', async (_which, publish, written) => {
  const { asker, ask } = given({ publish });
  const answer = ask('cmd_1').catch(String);
  await jest.advanceTimersByTimeAsync(15_000);
  expect([await answer, asker.isWriting]).toEqual(['Error: the command was not answered', written]);
});

interface Circumstances extends Partial<Pick<AskerDependencies, 'lookUp'>> {
  readonly isOpen?: boolean;
  readonly publish?: () => Promise<void>;
}

/** An asker whose commands get a reply from `reply`, and are found by look-ups after `apply`. */
function given({ isOpen = true, publish = () => Promise.resolve(), lookUp }: Circumstances = {}) {
  const written: unknown[] = [];
  const lookUps: (readonly string[])[] = [];
  const pausesMs: number[] = [];
  const applied = new Map<string, Answer>();
  let lookedUpAt = performance.now();
  let handlers: ReplyHandlers | undefined;
  const inbox = { isOpen, close: () => Promise.resolve() };
  const find = (ids: readonly string[]) => {
    lookUps.push(ids);
    pausesMs.push(performance.now() - TURN_MS - lookedUpAt);
    lookedUpAt = performance.now();
    return Promise.resolve(applied);
  };
  const asker = openAsker({
    name: 'ingress-1',
    codec: { encode: (_topic: unknown, value: unknown) => written.push(value) } as never,
    producer: { publish },
    partitions: 6,
    lookUp: lookUp ?? find,
    openInbox: (_name, given) => {
      handlers = given;
      return inbox;
    },
  });
  const ask = (command_id: string) => asker.ask({ business_id: 'biz', command_id } as never);
  const apply = (...ids: string[]) => ids.forEach((id) => applied.set(id, ANSWER));
  const receive = (packed: Buffer) => handlers?.onReplies(packed);
  const reply = (commandId: string) => receive(packReplies([{ commandId, ...ANSWER }]));
  const open = () => (inbox.isOpen = true);
  const lose = () => {
    inbox.isOpen = false;
    handlers?.onLost();
  };
  return { asker, ask, apply, reply, receive, open, lose, written, lookUps, pauses: () => pausesMs };
}
