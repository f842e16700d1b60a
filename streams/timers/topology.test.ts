import type { Codec } from '../runtime/codec';
import type { UnaskedCommand } from '../runtime/command-writer';
import type { PartitionReader } from '../runtime/partition-reader';
import type { DueTimer } from './decide';
import { Timers } from './topology';

const DUE = 1_790_000_000_000;
const timer: DueTimer = { businessId: 'biz_1', subjectId: 'snd_1', kind: 'send', dueAtMs: DUE };
const MOST_TURNS = 1_000;

interface Given {
  readonly now: () => number;
  readonly wallNowMs?: () => number;
  /** Told how many commands there are now; true ends the run. */
  readonly onWritten: (count: number) => boolean;
}

/** Runs the owner of a partition with one timer, which the ledger never applies. */
async function commandsOf({ now, wallNowMs = () => 0, onWritten }: Given): Promise<UnaskedCommand[]> {
  const written: UnaskedCommand[] = [];
  let turns = 0;
  const ignore = () => undefined;
  const timers = new Timers({
    store: {
      readDue: () => Promise.resolve(new Map([[0, [timer]]])),
      readUnapplied: (fired) => Promise.resolve([...fired]),
    },
    codec: {} as Codec,
    commands: {
      async write(commands) {
        written.push(...commands);
        if (onWritten(written.length)) timers.stop();
      },
    },
    time: { clock: { now }, wallNowMs, waker: { raise: ignore, wait } },
    telemetry: { opened: ignore, fired: ignore, firedAgain: ignore, unreadable: ignore, outage: ignore },
  });
  function wait(): Promise<boolean> {
    if (turns++ > MOST_TURNS) throw new Error('the timer is not fired');
    return Promise.resolve(true);
  }
  const reader = { bounds: () => Promise.resolve(new Map()), start: ignore };
  timers.onAssigned([0], reader as unknown as PartitionReader);
  await timers.run();
  return written;
}

describe('the command of a fired timer is never issued before the timer was due', () => {
  it('when the clock steps back between taking the timer and firing it', async () => {
    let glances = 0;
    // Due at every third glance alone: whoever has just seen it due does not at the next.
    const now = () => (glances++ % 3 === 0 ? DUE : DUE - 1);
    const [command] = await commandsOf({ now, onWritten: () => true });
    expect(command).toMatchObject({
      issued_at: DUE,
      body: { FireTimer: { subject_id: 'snd_1', kind: 'send', due_at: DUE } },
    });
  });

  it('when the clock is set back before the timer is fired again', async () => {
    let [nowMs, wallMs] = [DUE + 5, 0];
    const onWritten = (count: number) => {
      nowMs = DUE - 3_600_000;
      wallMs += 60_000;
      return count === 2;
    };
    const commands = await commandsOf({ now: () => nowMs, wallNowMs: () => wallMs, onWritten });
    expect(commands.map(({ issued_at }) => issued_at)).toEqual([DUE + 5, DUE]);
  });
});
