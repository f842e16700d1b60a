import type { Codec } from '../runtime/kafka/codec';
import type { UnaskedCommand } from '../runtime/commands/command-writer';
import type { PartitionReader } from '../runtime/kafka/partition-reader';
import type { DueTimer } from './decide';
import { Timers } from './processor';

const DUE = 1_790_000_000_000;
const timer: DueTimer = { businessId: 'biz_1', subjectId: 'snd_1', kind: 'send', dueAtMs: DUE };
const MOST_TURNS = 1_000;
/** Enough rounds to open a partition, to read its timers and to fire those that are due. */
const MANY_TURNS = 100;
const READER = {
  bounds: () => Promise.resolve(new Map()),
  start: () => undefined,
} as unknown as PartitionReader;

interface Given {
  readonly now?: () => number;
  readonly wallNowMs?: () => number;
  /** Called with the number of commands so far. Stops the timers when there are enough. */
  readonly onWritten: (count: number, timers: Timers) => void | Promise<void>;
  readonly onTurn?: (turn: number, timers: Timers) => void;
}

const ignore = () => undefined;

/** Runs the owner of a partition with one timer, which the ledger never applies. */
async function commandsOf(given: Given): Promise<UnaskedCommand[]> {
  const { now = () => DUE, wallNowMs = () => 0, onWritten, onTurn = ignore } = given;
  const written: UnaskedCommand[] = [];
  let turns = 0;
  const timers = new Timers({
    store: {
      readDue: () => Promise.resolve(new Map([[0, [timer]]])),
      readUnapplied: (fired) => Promise.resolve([...fired]),
    },
    codec: {} as Codec,
    commands: {
      async write(commands) {
        written.push(...commands);
        await onWritten(written.length, timers);
      },
    },
    time: { clock: { now }, wallNowMs, waker: { raise: ignore, wait } },
    telemetry: { opened: ignore, fired: ignore, firedAgain: ignore, unreadable: ignore, outage: ignore },
  });
  function wait(): Promise<boolean> {
    if (turns++ > MOST_TURNS) throw new Error('the timer is not fired');
    onTurn(turns, timers);
    return Promise.resolve(true);
  }
  timers.onAssigned([0], READER);
  await timers.run();
  return written;
}

describe('the command of a fired timer is never issued before the timer was due (HAZ-18)', () => {
  it('when the clock is set back between taking the timer and firing it', async () => {
    let readings = 0;
    // The timer is due at every third reading of the clock only, so it is no longer due when the command is dated.
    const now = () => (readings++ % 3 === 0 ? DUE : DUE - 1);
    const [command] = await commandsOf({ now, onWritten: (_count, timers) => timers.stop() });
    expect(command).toMatchObject({
      issued_at: DUE,
      body: { FireTimer: { subject_id: 'snd_1', kind: 'send', due_at: DUE } },
    });
  });

  it('when the clock is set back before the timer is fired again', async () => {
    let [nowMs, wallMs] = [DUE + 5, 0];
    const onWritten = (count: number, timers: Timers) => {
      nowMs = DUE - 3_600_000;
      wallMs += 60_000;
      if (count === 2) timers.stop();
    };
    const commands = await commandsOf({ now: () => nowMs, wallNowMs: () => wallMs, onWritten });
    expect(commands.map(({ issued_at }) => issued_at)).toEqual([DUE + 5, DUE]);
  });
});

describe('a process that loses its partition and gets it back', () => {
  it('does not fire again what the ledger has not applied yet', async () => {
    const commands = await commandsOf({
      onWritten: (_count, timers) => timers.onAssigned([0], READER),
      onTurn: (turn, timers) => turn === MANY_TURNS && timers.stop(),
    });
    expect(commands).toHaveLength(1);
  });

  it('fires a timer again whose command could not be written', async () => {
    let fail = ignore as () => void;
    const commands = await commandsOf({
      onWritten: async (count, timers) => {
        if (count === 2) {
          timers.stop();
          fail();
          return;
        }
        timers.onAssigned([0], READER);
        await new Promise<void>((resolve) => (fail = resolve));
        throw Object.assign(new Error('the broker is down'), { code: 'ECONNREFUSED' });
      },
      onTurn: (turn) => turn === MANY_TURNS && fail(),
    });
    expect(commands).toHaveLength(2);
  });
});
