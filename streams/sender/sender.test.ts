import type { CommandWriter } from '../runtime/commands/command-writer';
import { withinDeadline } from '../runtime/timing/deadline';
import { Signal, type Waker } from '../runtime/timing/signal';
import { aSnapshot } from './send-snapshot.fixture';
import { Sender } from './sender';
import type { SenderTelemetry } from './telemetry';

/** A database that commits every claim, but fails the first `answers` commits after they are done. */
function databaseLosing(answers: number, failure: Error, charged: readonly string[]): never {
  const attempts = new Map<string, string>();
  let lost = 0;
  let readings = 0;

  const rowOf = (id: string, wantedAttempt: number): object => {
    const country = charged[(readings += 1) - 1] ?? 'GB';
    const parts = Object.entries({ ...aSnapshot({ send: { id, country, attempt: wantedAttempt } }) }).flatMap(
      ([part, columns]) =>
        Object.entries(columns).map(
          ([name, value]: [string, unknown]) => [`${part}.${name}`, value] as const,
        ),
    );
    const attempt = {
      sender: attempts.get(id) ?? null,
      outcome: null,
      skippedReason: null,
      isCounted: false,
    };
    return { sendId: id, wantedAttempt, ...attempt, ...Object.fromEntries(parts) };
  };
  const transaction = async (work: (sql: object) => Promise<unknown>): Promise<unknown> => {
    const written = new Map<string, string>();
    const run = ({ name }: { name: string }, values: unknown[]): unknown[] => {
      const [, ids, wanted, , sender] = values as [unknown, string[], number[], unknown, string];
      if (name === 'sender-read-sends') return ids.map((id, index) => rowOf(id, wanted[index]!));
      if (name === 'sender-write-attempts') for (const id of ids) written.set(id, sender);
      if (name === 'sender-drop-doubtful') for (const id of ids) attempts.delete(id);
      return [];
    };
    const query = (...call: Parameters<typeof run>) => Promise.resolve(run(...call));
    const result = await work({ query, send: run });
    for (const [id, sender] of written) attempts.set(id, sender);
    if (lost === answers) return result;
    lost += 1;
    throw failure;
  };
  return { transaction } as never;
}

interface Given {
  readonly lostAnswers?: number;
  /** The error in place of these answers. */
  readonly failure?: Error;
  readonly telemetry?: Partial<SenderTelemetry>;
  readonly write?: CommandWriter['write'];
  readonly waker?: Waker;
  readonly maxInFlight?: number;
  /** The country that was charged at each reading of a send, in order; the number is in GB. */
  readonly charged?: readonly string[];
}

function senderTo(submit: (id: string) => void, given: Given): Sender<string> {
  const { lostAnswers = 0, telemetry = {}, write = () => Promise.resolve() } = given;
  const { waker = new Signal(), maxInFlight = 10 } = given;
  const { failure = new Error('Connection terminated unexpectedly') } = given;
  const route = {
    channel: {
      name: 'sms',
      checkGates: () => Promise.resolve(() => ({ goes: true, counts: [], shortLink: null })),
      compose: ({ send }: { send: { id: string } }) => send.id,
    },
    provider: {
      submit(id: string) {
        submit(id);
        return Promise.resolve({ outcome: 'accepted', providerId: 'p-1' });
      },
    },
  };
  return new Sender<string>(
    route as never,
    {
      database: databaseLosing(lostAnswers, failure, given.charged ?? []),
      commands: { write },
      time: {
        clock: { now: () => 1 },
        wallNowMs: () => 1,
        waker,
        within: withinDeadline,
      },
      telemetry: new Proxy(telemetry, {
        get: (given, name) => given[name as keyof SenderTelemetry] ?? (() => undefined),
      }) as never,
    },
    { name: 'me', submissionTimeoutMs: 10_000, maxInFlight, perSecond: 1_000 },
  );
}

test('a claim whose commit got no answer is made again here, even if the group rebalances meanwhile', async () => {
  const submitted: string[] = [];
  let sender: Sender<string> | undefined;
  let running: Promise<void> | undefined;
  await new Promise<void>((outage) => {
    sender = senderTo((id) => submitted.push(id), { lostAnswers: 1, telemetry: { outage } });
    running = sender.run();
    sender.onValue({ business_id: 'biz_1', send_id: 'snd_1', attempt: 1 }, () => undefined);
  });
  sender?.onReassigned();
  await new Promise<void>((finished) => {
    sender?.onValue({ business_id: 'biz_1', send_id: 'snd_1', attempt: 1 }, finished);
  });
  sender?.stop();
  await running;
  expect(submitted).toEqual(['snd_1']);
});

test('a send goes out once after a time in which the database refuses every login', async () => {
  const submitted: string[] = [];
  const reports: unknown[] = [];
  const failure = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  const write: CommandWriter['write'] = async (commands) => {
    reports.push(...commands.map(({ body }) => body));
  };
  const sender = senderTo((id) => submitted.push(id), { lostAnswers: 1, failure, write });
  const running = sender.run();
  await new Promise<void>((finished) => {
    sender.onValue({ business_id: 'biz_1', send_id: 'snd_1', attempt: 1 }, finished);
  });
  sender.stop();
  await running;
  const accepted: unknown = expect.objectContaining({ send_id: 'snd_1', attempt: 1, outcome: 'accepted' });
  expect([submitted, reports]).toEqual([['snd_1'], [{ ReportAttempt: accepted }]]);
});

test('while the log takes no reports few sends are submitted, and the rest when it takes them again', async () => {
  const [SENDS, SLOTS] = [30, 2];
  const submitted: string[] = [];
  let takeReports = (): void => undefined;
  const log = new Promise<void>((taken) => (takeReports = taken));
  let inFlight = 0;
  let isAtRest = (): void => undefined;
  const atRest = new Promise<void>((rests) => (isAtRest = rests));
  const signal = new Signal();
  const waker: Waker = {
    raise: () => signal.raise(),
    wait(timeoutMs) {
      if (inFlight === 0) isAtRest();
      return signal.wait(timeoutMs);
    },
  };
  const sender = senderTo((id) => submitted.push(id), {
    telemetry: { busy: (_waiting, now) => (inFlight = now) },
    write: () => log,
    waker,
    maxInFlight: SLOTS,
  });
  const finished = Array.from({ length: SENDS }, (_, n) => {
    const send = { business_id: 'biz_1', send_id: `snd_${n}`, attempt: 1 };
    return new Promise<void>((done) => sender.onValue(send, done));
  });
  const running = sender.run();
  await atRest;
  expect(submitted.length).toBeGreaterThanOrEqual(SLOTS);
  expect(submitted.length).toBeLessThanOrEqual(5 * SLOTS);
  takeReports();
  await Promise.all(finished);
  sender.stop();
  await running;
  expect(submitted).toHaveLength(SENDS);
});

test('a send enqueued at its new price goes while the report before is still being written (CREDIT-8)', async () => {
  const send = { business_id: 'biz_1', send_id: 'snd_1', attempt: 1 };
  const submitted = aSignal();
  const reported = aSignal();
  const taken = aSignal();
  const sender = senderTo(submitted.raise, {
    charged: ['DE'],
    write() {
      reported.raise();
      return taken.raised;
    },
  });
  const running = sender.run();
  const first = new Promise<void>((done) => sender.onValue(send, done));
  await reported.raised;
  const again = new Promise<void>((done) => sender.onValue({ ...send, attempt: 2 }, done));
  await submitted.raised;
  taken.raise();
  await Promise.all([first, again]);
  sender.stop();
  await running;
});

function aSignal(): { readonly raised: Promise<void>; readonly raise: () => void } {
  let raise = (): void => undefined;
  const raised = new Promise<void>((resolve) => (raise = resolve));
  return { raised, raise };
}
