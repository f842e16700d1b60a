import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, untilReady } from './child';
import { identify, isRunning, readRecords, writeRecord } from './process-record';
import { stopRecorded } from './stop-processes';

describe('stopping what a home has recorded', () => {
  const home = mkdtempSync(join(tmpdir(), 'stop-processes-'));

  afterAll(() => rmSync(home, { recursive: true }));

  it('ends a process that ignores its stop signal', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000);`;
    const child = await startNode('stubborn', stubborn, 100);
    await untilReady(child, () => Promise.resolve(readFileSync(child.logFile, 'utf8').includes('up')));
    await stopRecorded(home);
    await expect(child.exited).resolves.toBe('was ended by SIGKILL');
    expect(readRecords(home)).toEqual([]);
  });

  it('leaves a stranger alone who has the process id of one of ours by now', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const identity = identify(stranger.pid ?? 0);
    const record = {
      ...identity,
      startedAt: '1',
      name: 'old',
      kind: 'part',
      stopSignal: 'SIGTERM',
      graceMs: 100,
    };
    writeRecord(home, { ...record, kind: 'part', stopSignal: 'SIGTERM' });
    await stopRecorded(home);
    expect(isRunning(identity)).toBe(true);
    stranger.kill();
    await once(stranger, 'exit');
  });

  it('shows the log of a process that dies before it is ready', async () => {
    const child = await startNode('dying', `console.log('no such database'); process.exit(3)`);
    const ready = untilReady(child, () => Promise.resolve(false));
    await expect(ready).rejects.toThrow(
      /^dying ended with code 3\.\nThe end of .*dying\.log:\n {2}no such database$/,
    );
  });

  function startNode(name: string, script: string, graceMs = 5_000) {
    const args = ['-e', script];
    return startChild({ home, name, kind: 'service', command: process.execPath, args, graceMs });
  }
});
