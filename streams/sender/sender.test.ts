import { withinDeadline } from '../runtime/deadline';
import { Signal } from '../runtime/signal';
import { aScene } from './given';
import { Sender } from './sender';

/** A database that commits the first claim and loses its answer. */
function databaseLosingOneAnswer(): never {
  const attempts = new Map<string, string>();
  let isLost = false;

  const rowOf = (id: string, wantedAttempt: unknown): object => {
    const parts = Object.entries({ ...aScene({ send: { id } }) }).flatMap(([part, columns]) =>
      Object.entries(columns).map(([name, value]: [string, unknown]) => [`${part}.${name}`, value] as const),
    );
    const attempt = { sender: attempts.get(id) ?? null, outcome: null, skippedReason: null };
    return { sendId: id, wantedAttempt, ...attempt, ...Object.fromEntries(parts) };
  };
  const transaction = async (work: (sql: object) => Promise<unknown>): Promise<unknown> => {
    const written = new Map<string, string>();
    const run = ({ name }: { name: string }, values: unknown[]): unknown[] => {
      const [, ids, wanted, , sender] = values as [unknown, string[], unknown[], unknown, string];
      if (name === 'sender-read-sends') return ids.map((id, index) => rowOf(id, wanted[index]));
      if (name === 'sender-write-attempts') for (const id of ids) written.set(id, sender);
      if (name === 'sender-drop-doubtful') for (const id of ids) attempts.delete(id);
      return [];
    };
    const query = (...call: Parameters<typeof run>) => Promise.resolve(run(...call));
    const result = await work({ query, send: run });
    for (const [id, sender] of written) attempts.set(id, sender);
    if (isLost) return result;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  };
  return { transaction } as never;
}

function senderTo(submit: (id: string) => void, onOutage: () => void): Sender<string> {
  const telemetry: Partial<Record<string, () => void>> = { outage: onOutage };
  const line = {
    channel: {
      name: 'sms',
      judge: () => Promise.resolve(() => ({ goes: true, counts: [], shortLink: null })),
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
    line as never,
    {
      database: databaseLosingOneAnswer(),
      commands: { write: () => Promise.resolve() },
      time: {
        clock: { now: () => 1 },
        wallNowMs: () => 1,
        waker: new Signal(),
        within: withinDeadline,
      },
      telemetry: new Proxy(telemetry, {
        get: (told, name) => told[String(name)] ?? (() => undefined),
      }) as never,
    },
    { name: 'me', submissionTimeoutMs: 10_000, maxInFlight: 10, perSecond: 1_000 },
  );
}

test('a claim whose commit got no answer is taken up here, also when the group changes meanwhile', async () => {
  const submitted: string[] = [];
  let sender: Sender<string> | undefined;
  let running: Promise<void> | undefined;
  await new Promise<void>((away) => {
    sender = senderTo((id) => submitted.push(id), away);
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
