import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { newId } from '../../schemas/ids';
import { until } from '../../streams/runtime/timing/until.fixture';
import type { Provider, Submission } from '../../streams/sender/provider';

/** How a stand-in answers. `hang` reads everything and does not answer; `drop` reads everything and disconnects. */
export type Conduct = 'accept' | 'refuse' | 'throttle' | 'fault' | 'hang' | 'drop';

/** A server that speaks a provider's protocol on a real socket. */
export interface StandIn {
  readonly url: string;
  /** Every message that was read completely, by the ids that its reports will carry. */
  readonly arrived: readonly { readonly businessId: string; readonly sendId: string }[];
  readonly connections: number;
  behave(conduct: Conduct): void;
  close(): Promise<void>;
}

export interface ProviderKind<Nudge> {
  openStandIn(): Promise<StandIn>;
  createProvider(url: string): Provider<Nudge>;
  nudge(ids: { readonly businessId: string; readonly sendId: string }): Nudge & { readonly to: string };
  /** A URL like that of a stand-in, with a port on which nothing listens. */
  unreachableUrl(port: number): string;
  /** The wait that the stand-in asks for when it throttles; null if the protocol cannot express one. */
  readonly retryAfterMs: number | null;
}

/** The promises on which a sender relies, for every provider. */
export function itKeepsTheProviderContract<Nudge>(kind: ProviderKind<Nudge>): void {
  const stage = openStage(kind);
  itReportsTheResponse(kind, stage);
  itKnowsWhenNothingArrived(kind, stage);
  itKnowsWhenTheOutcomeIsUnknown(stage);

  it('submits fifty concurrent messages once each, and reuses its connections', async () => {
    const all = Array.from({ length: 50 }, () => newIds());
    const submissions = await Promise.all(all.map((ids) => stage.submit(undefined, ids)));
    expect(submissions.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(50);
    const sorted = (list: readonly { readonly sendId: string }[]) => list.map(({ sendId }) => sendId).sort();
    expect(sorted(stage.standIn.arrived)).toEqual(sorted(all));
    expect(stage.standIn.connections).toBeLessThanOrEqual(CONNECTIONS);
  });
}

interface Stage {
  readonly standIn: StandIn;
  submit(signal?: AbortSignal, ids?: ReturnType<typeof newIds>): Promise<Submission>;
  submitTo(conduct: Conduct): Promise<Submission>;
  closeProvider(): Promise<void>;
}

/** A new stand-in and a new provider for every test. */
function openStage<Nudge>(kind: ProviderKind<Nudge>): Stage {
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
  const submit: Stage['submit'] = (signal = new AbortController().signal, ids = newIds()) =>
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

function itReportsTheResponse<Nudge>(kind: ProviderKind<Nudge>, stage: Stage): void {
  it('submits a message once, with the ids that its reports need', async () => {
    const ids = newIds();
    const submission = await stage.submit(undefined, ids);
    expect(submission).toEqual({ outcome: 'accepted', providerId: expect.stringMatching(/./) as string });
    expect(stage.standIn.arrived).toEqual([ids]);
  });

  it('reports a permanent refusal', async () => {
    expect(await stage.submitTo('refuse')).toEqual({ outcome: 'refused', detail: aDetail() });
  });

  it('reports that it is throttled, and for how long', async () => {
    const { retryAfterMs } = kind;
    expect(await stage.submitTo('throttle')).toEqual({
      outcome: 'throttled',
      retryAfterMs,
      detail: aDetail(),
    });
  });

  it('reports a temporary fault if the provider promises that it took nothing', async () => {
    expect(await stage.submitTo('fault')).toEqual({ outcome: 'try_later', detail: aDetail() });
  });
}

function itKnowsWhenNothingArrived<Nudge>(kind: ProviderKind<Nudge>, stage: Stage): void {
  it('knows that nothing arrived if nothing listens', async () => {
    const nowhere = kind.createProvider(kind.unreachableUrl(await closedPort()));
    const submission = await nowhere.submit(kind.nudge(newIds()), new AbortController().signal);
    expect(submission).toEqual({ outcome: 'not_reached', detail: expect.stringMatching(/^\w+$/) as string });
    await nowhere.close();
  });

  it('knows that nothing arrived if it was cancelled before it began', async () => {
    expect(await stage.submit(AbortSignal.abort())).toEqual({ outcome: 'not_reached', detail: 'aborted' });
    await stage.submitTo('accept');
    expect(stage.standIn.arrived).toHaveLength(1);
  });

  it('submits nothing, and knows it, if it was cancelled while it waited for a connection', async () => {
    stage.standIn.behave('hang');
    const occupied = new AbortController();
    const ahead = Array.from({ length: CONNECTIONS }, () => stage.submit(occupied.signal));
    await until(() => stage.standIn.arrived.length === CONNECTIONS);
    const cancelled = new AbortController();
    const submission = stage.submit(cancelled.signal);
    cancelled.abort();
    expect(await submission).toEqual({ outcome: 'not_reached', detail: 'aborted' });
    occupied.abort();
    expect(await Promise.all(ahead)).toHaveLength(CONNECTIONS);
    await stage.submitTo('accept');
    expect(stage.standIn.arrived).toHaveLength(CONNECTIONS + 1);
  });
}

function itKnowsWhenTheOutcomeIsUnknown(stage: Stage): void {
  it('reports an unknown outcome if a message is cancelled after it was transmitted', async () => {
    stage.standIn.behave('hang');
    const cancelled = new AbortController();
    const submission = stage.submit(cancelled.signal);
    await until(() => stage.standIn.arrived.length === 1);
    cancelled.abort();
    expect(await submission).toEqual({ outcome: 'unknown', detail: 'aborted' });
    // The next message is not affected.
    expect(await stage.submitTo('accept')).toMatchObject({ outcome: 'accepted' });
  });

  it('reports an unknown outcome if the provider disconnects, and does not repeat the message', async () => {
    expect(await stage.submitTo('drop')).toEqual({ outcome: 'unknown', detail: aDetail() });
    expect(stage.standIn.arrived).toHaveLength(1);
    expect(await stage.submitTo('accept')).toMatchObject({ outcome: 'accepted' });
  });

  it('does not repeat such a message on a reused connection either', async () => {
    const { standIn } = stage;
    await Promise.all(Array.from({ length: CONNECTIONS }, () => stage.submit()));
    const opened = standIn.connections;
    expect(await stage.submitTo('drop')).toMatchObject({ outcome: 'unknown' });
    expect([standIn.arrived.length, standIn.connections]).toEqual([CONNECTIONS + 1, opened]);
  });

  it('ends submissions when it is closed, as unknown if the message was transmitted', async () => {
    stage.standIn.behave('hang');
    const submission = stage.submit();
    await until(() => stage.standIn.arrived.length === 1);
    await stage.closeProvider();
    expect(await submission).toMatchObject({ outcome: 'unknown' });
    expect(await stage.submit()).toMatchObject({ outcome: 'not_reached' });
  });
}

/** How many connections the providers under test may open. */
export const CONNECTIONS = 5;

function newIds() {
  return { businessId: newId('biz', NOW), sendId: newId('snd', NOW) };
}
const NOW = 1_790_000_000_000;

/** A detail of codes only, without words (PROV-16). */
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
