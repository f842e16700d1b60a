import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { newId } from '../../schemas/ids';
import { until } from '../../streams/runtime/timing/until.fixture';
import type { Provider, Submission } from '../../streams/sender/provider';

/** How a stand-in treats what it gets. `hang` reads everything and says nothing, `drop` reads everything and hangs up. */
export type Conduct = 'accept' | 'refuse' | 'throttle' | 'fault' | 'hang' | 'drop';

/** A server of a provider's kind on a real socket. */
export interface StandIn {
  readonly url: string;
  /** Every message that was read to its end, by the ids that its reports will carry. */
  readonly arrived: readonly { readonly businessId: string; readonly sendId: string }[];
  readonly connections: number;
  behave(conduct: Conduct): void;
  close(): Promise<void>;
}

export interface ProviderKind<Nudge> {
  openStandIn(): Promise<StandIn>;
  createProvider(url: string): Provider<Nudge>;
  nudge(ids: { readonly businessId: string; readonly sendId: string }): Nudge & { readonly to: string };
  /** The address of nobody: a stand-in's, with the port exchanged. */
  unreachableUrl(port: number): string;
  /** What the stand-in asks for when it throttles; null where the protocol cannot say. */
  readonly retryAfterMs: number | null;
}

/** What the sender counts on, whichever provider it talks to. */
export function itKeepsTheProviderContract<Nudge>(kind: ProviderKind<Nudge>): void {
  const scene = setScene(kind);
  itTellsTheAnswer(kind, scene);
  itKnowsWhenNothingArrived(kind, scene);
  itKnowsWhenItCannotKnow(scene);

  it('submits fifty at once, each of them once, over connections that it uses again', async () => {
    const all = Array.from({ length: 50 }, () => newIds());
    const submissions = await Promise.all(all.map((ids) => scene.submit(undefined, ids)));
    expect(submissions.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(50);
    const sorted = (list: readonly { readonly sendId: string }[]) => list.map(({ sendId }) => sendId).sort();
    expect(sorted(scene.standIn.arrived)).toEqual(sorted(all));
    expect(scene.standIn.connections).toBeLessThanOrEqual(CONNECTIONS);
  });
}

interface Scene {
  readonly standIn: StandIn;
  submit(signal?: AbortSignal, ids?: ReturnType<typeof newIds>): Promise<Submission>;
  submitTo(conduct: Conduct): Promise<Submission>;
  closeProvider(): Promise<void>;
}

/** A new stand-in and a new provider for every test. */
function setScene<Nudge>(kind: ProviderKind<Nudge>): Scene {
  let standIn: StandIn;
  let provider: Provider<Nudge>;
  beforeEach(async () => {
    standIn = await kind.openStandIn();
    provider = kind.createProvider(standIn.url);
  });
  afterEach(async () => {
    await provider.close();
    await standIn.close();
  });
  const submit: Scene['submit'] = (signal = new AbortController().signal, ids = newIds()) =>
    provider.submit(kind.nudge(ids), signal);
  return {
    get standIn() {
      return standIn;
    },
    submit,
    async submitTo(conduct) {
      standIn.behave(conduct);
      const submission = await submit();
      const { to } = kind.nudge(newIds());
      expect(JSON.stringify(submission)).not.toContain(to.replace('+', ''));
      return submission;
    },
    closeProvider: () => provider.close(),
  };
}

function itTellsTheAnswer<Nudge>(kind: ProviderKind<Nudge>, scene: Scene): void {
  it('hands a message over once and carries the ids that its reports need', async () => {
    const ids = newIds();
    const submission = await scene.submit(undefined, ids);
    expect(submission).toEqual({ outcome: 'accepted', providerId: expect.stringMatching(/./) as string });
    expect(scene.standIn.arrived).toEqual([ids]);
  });

  it('tells a refusal for good', async () => {
    expect(await scene.submitTo('refuse')).toEqual({ outcome: 'refused', detail: aDetail() });
  });

  it('tells a throttle, and how long it lasts', async () => {
    const { retryAfterMs } = kind;
    expect(await scene.submitTo('throttle')).toEqual({
      outcome: 'throttled',
      retryAfterMs,
      detail: aDetail(),
    });
  });

  it('tells a fault that can pass, where the provider promises that it took nothing', async () => {
    expect(await scene.submitTo('fault')).toEqual({ outcome: 'try_later', detail: aDetail() });
  });
}

function itKnowsWhenNothingArrived<Nudge>(kind: ProviderKind<Nudge>, scene: Scene): void {
  it('knows that nothing arrived when nobody listens', async () => {
    const nowhere = kind.createProvider(kind.unreachableUrl(await closedPort()));
    const submission = await nowhere.submit(kind.nudge(newIds()), new AbortController().signal);
    expect(submission).toEqual({ outcome: 'not_reached', detail: expect.stringMatching(/^\w+$/) as string });
    await nowhere.close();
  });

  it('knows that nothing arrived when it was called off before', async () => {
    expect(await scene.submit(AbortSignal.abort())).toEqual({ outcome: 'not_reached', detail: 'aborted' });
    await scene.submitTo('accept');
    expect(scene.standIn.arrived).toHaveLength(1);
  });

  it('knows that nothing arrived, and nothing does, when it was called off before its turn', async () => {
    scene.standIn.behave('hang');
    const occupied = new AbortController();
    const ahead = Array.from({ length: CONNECTIONS }, () => scene.submit(occupied.signal));
    await until(() => scene.standIn.arrived.length === CONNECTIONS);
    const calledOff = new AbortController();
    const submission = scene.submit(calledOff.signal);
    calledOff.abort();
    expect(await submission).toEqual({ outcome: 'not_reached', detail: 'aborted' });
    occupied.abort();
    expect(await Promise.all(ahead)).toHaveLength(CONNECTIONS);
    await scene.submitTo('accept');
    expect(scene.standIn.arrived).toHaveLength(CONNECTIONS + 1);
  });
}

function itKnowsWhenItCannotKnow(scene: Scene): void {
  it('does not know what became of a message that is called off after it was handed over', async () => {
    scene.standIn.behave('hang');
    const calledOff = new AbortController();
    const submission = scene.submit(calledOff.signal);
    await until(() => scene.standIn.arrived.length === 1);
    calledOff.abort();
    expect(await submission).toEqual({ outcome: 'unknown', detail: 'aborted' });
    // And the next one is none the worse for it.
    expect(await scene.submitTo('accept')).toMatchObject({ outcome: 'accepted' });
  });

  it('does not know what became of a message when the provider hangs up, and does not repeat it', async () => {
    expect(await scene.submitTo('drop')).toEqual({ outcome: 'unknown', detail: aDetail() });
    expect(scene.standIn.arrived).toHaveLength(1);
    expect(await scene.submitTo('accept')).toMatchObject({ outcome: 'accepted' });
  });

  it('does not repeat it either when the connection had been used before', async () => {
    const { standIn } = scene;
    await Promise.all(Array.from({ length: CONNECTIONS }, () => scene.submit()));
    const opened = standIn.connections;
    expect(await scene.submitTo('drop')).toMatchObject({ outcome: 'unknown' });
    expect([standIn.arrived.length, standIn.connections]).toEqual([CONNECTIONS + 1, opened]);
  });

  it('ends what is under way when it is closed, as unknown once it was handed over', async () => {
    scene.standIn.behave('hang');
    const submission = scene.submit();
    await until(() => scene.standIn.arrived.length === 1);
    await scene.closeProvider();
    expect(await submission).toMatchObject({ outcome: 'unknown' });
    expect(await scene.submit()).toMatchObject({ outcome: 'not_reached' });
  });
}

/** How many connections the providers under test may open. */
export const CONNECTIONS = 5;

function newIds() {
  return { businessId: newId('biz', NOW), sendId: newId('snd', NOW) };
}
const NOW = 1_790_000_000_000;

/** Codes and nothing else. */
function aDetail(): string {
  return expect.stringMatching(/^[\w., ]{1,40}$/) as string;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
