import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, untilReady } from './child';
import { identify, isRunning, readRecords, writeRecord, type ProcessRecord } from './process-record';
import { localServices } from './services';
import { stopRecorded } from './stop-processes';

describe('stopping the processes that a home has recorded', () => {
  const home = mkdtempSync(join(tmpdir(), 'stop-processes-'));

  afterAll(() => rmSync(home, { recursive: true }));

  it('lets each process drain before those that it needs, and stops the servers last', async () => {
    const diary = join(home, 'diary');
    const services = [...localServices, { name: 'kafka', kind: 'part' } as const];
    const children = await Promise.all(services.map(({ name, kind }) => startDraining(name, kind)));
    const isUp = (name: string) => existsSync(diary) && readFileSync(diary, 'utf8').includes(`${name} up`);
    await Promise.all(children.map((child) => untilReady(child, () => Promise.resolve(isUp(child.name)))));
    await stopRecorded(home);
    const lines = readFileSync(diary, 'utf8').split('\n');
    const wanted = [
      ...['ingress', 'inbox', 'console'].map((asking) => [asking, 'ledger'] as const),
      ...['callbacks', 'simulator'].map((needed) => ['senders', needed] as const),
      ...localServices.map(({ name }) => [name, 'kafka'] as const),
    ];
    const broken = wanted.filter(
      ([earlier, later]) => lines.indexOf(`${earlier} drained`) > lines.indexOf(`${later} stopping`),
    );
    expect(broken).toEqual([]);

    function startDraining(name: string, kind: ProcessRecord['kind']) {
      const write = (what: string) =>
        `require('fs').appendFileSync(${JSON.stringify(diary)}, ${JSON.stringify(`${name} ${what}\n`)});`;
      const drain = `${write('stopping')} setTimeout(() => { ${write('drained')} process.exit(); }, 200);`;
      const script = `process.on('SIGTERM', () => { ${drain} }); setInterval(() => {}, 1000); ${write('up')}`;
      return startNode(name, script, { kind });
    }
  });

  it('ends a process that ignores its stop signal', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000);`;
    const child = await startNode('stubborn', stubborn, { graceMs: 100 });
    await untilReady(child, () => Promise.resolve(readFileSync(child.logFile, 'utf8').includes('up')));
    await stopRecorded(home);
    await expect(child.exited).resolves.toBe('was ended by SIGKILL');
    expect(readRecords(home)).toEqual([]);
  });

  it('leaves another program alone that has the process id of an ended process', async () => {
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

  it('stops a process that is not ready in time, and reports that it took too long', async () => {
    const child = await startNode('slow', `setInterval(() => {}, 1000)`);
    const ready = untilReady(child, () => Promise.resolve(false), 100);
    await expect(ready).rejects.toThrow(/^slow was not ready within 0\.1 s\./);
    await expect(child.exited).resolves.toMatch(/SIGTERM|143/);
  });

  function startNode(name: string, script: string, given: Partial<ProcessRecord> = {}) {
    const args = ['-e', script];
    const { kind = 'service', graceMs = 5_000 } = given;
    return startChild({ home, name, kind, command: process.execPath, args, graceMs });
  }
});
