import fs from 'node:fs';
import { runService } from './process';
import type { RunningService, ServiceRun } from './service';

describe('a process', () => {
  it('drains on the first signal and exits with 0', async () => {
    const { host, signal } = fakeHost();
    let drained = false;
    await start(host, async () => {
      drained = true;
    });
    signal('SIGTERM');
    expect(await host.ended).toBe(0);
    expect(drained).toBe(true);
  });

  it('ends at once on the second signal', async () => {
    const { host, signal } = fakeHost();
    await start(host, () => new Promise(() => {}));
    signal('SIGINT');
    signal('SIGTERM');
    expect(await host.ended).toBe(1);
  });

  it.each([
    [undefined, 20_000],
    ['1500', 1_500],
    ['soon', 20_000],
  ])('with DRAIN_TIMEOUT_MS=%s ends after draining for %i ms', async (given, ms) => {
    jest.replaceProperty(process, 'env', { DRAIN_TIMEOUT_MS: given });
    jest.useFakeTimers();
    const { host, signal } = fakeHost();
    const exit = jest.spyOn(host, 'exit');
    await start(host, () => new Promise(() => {}));
    signal('SIGTERM');
    jest.advanceTimersByTime(ms - 1);
    expect(exit).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    jest.useRealTimers();
    expect(await host.ended).toBe(1);
  });

  it.each(['unhandledRejection', 'uncaughtException'])('ends on an %s', async (event) => {
    const { host, signal } = fakeHost();
    await start(host, () => Promise.resolve());
    signal(event, new Error('a bug'));
    expect(await host.ended).toBe(1);
  });

  it.each([
    ['info', ['draining', 'drained']],
    ['', ['draining', 'drained']],
    ['error', []],
  ])('with LOG_LEVEL=%s logs of an orderly end: %j', async (level, said) => {
    jest.replaceProperty(process, 'env', { LOG_LEVEL: level });
    const written = jest.spyOn(fs, 'writeSync').mockImplementation((_fd, text) => text.length);
    const { host, signal } = fakeHost();
    await start(host, () => Promise.resolve());
    signal('SIGTERM');
    expect(await host.ended).toBe(0);
    const lines = written.mock.calls.map(([, text]) => JSON.parse(text) as { message: string });
    expect(lines.map(({ message }) => message)).toEqual(said);
  });

  it('ends when its service reports that it cannot go on', async () => {
    const { host } = fakeHost();
    const run = await start(host, () => Promise.resolve());
    run.fail(new Error('the log is gone'));
    expect(await host.ended).toBe(1);
  });
});

beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

async function start(
  host: ReturnType<typeof fakeHost>['host'],
  drain: RunningService['drain'],
): Promise<ServiceRun> {
  let handed: ServiceRun | undefined;
  const service = {
    name: 'ingress' as const,
    doc: '',
    start: (run: ServiceRun) => {
      handed = run;
      return Promise.resolve({ drain });
    },
  };
  runService(service, [], host);
  await Promise.resolve();
  await Promise.resolve();
  if (handed === undefined) throw new Error('the service was not started');
  return handed;
}

function fakeHost() {
  const listeners = new Map<string, (reason: unknown) => void>();
  let end: (code: number) => void = () => {};
  const host = {
    on: (event: string, listener: (reason: unknown) => void) => listeners.set(event, listener),
    exit: (code: number) => end(code),
    ended: new Promise<number>((resolve) => (end = resolve)),
  };
  return { host, signal: (event: string, reason: unknown = event) => listeners.get(event)?.(reason) };
}
