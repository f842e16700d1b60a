import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { InVain, until } from './until';

type LogLine = Record<string, unknown>;

/** A real process of the product, or of a program in test/programs, that can be killed for real. */
export class ServiceProcess {
  readonly log: LogLine[] = [];
  /** What it wrote that is no log line: the reason why it did not start. */
  readonly complaints: string[] = [];
  private readonly exited: Promise<number | NodeJS.Signals>;

  private constructor(private readonly child: ChildProcess) {
    this.exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => this.record(line));
    }
  }

  static start(program: readonly string[], env: Readonly<Record<string, string>>): ServiceProcess {
    const root = join(__dirname, '..', '..');
    const [file, ...args] = program;
    const child = spawn(process.execPath, [join(root, 'dist', file!), ...args], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServiceProcess(child);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Its own address, once it is ready to serve. */
  async ready(): Promise<string> {
    const port = await until(`${this.child.spawnargs.slice(1).join(' ')} says its port`, () => {
      this.assertAlive();
      return this.log.find((line) => typeof line['port'] === 'number')?.['port'] as number | undefined;
    });
    const url = `http://127.0.0.1:${String(port)}`;
    await until(`${url} is ready`, async () => {
      this.assertAlive();
      return (await fetch(`${url}/readyz`)).ok;
    });
    return url;
  }

  async logged(message: string | RegExp): Promise<LogLine> {
    const says = (line: LogLine): boolean =>
      typeof message === 'string' ? line['message'] === message : message.test(String(line['message']));
    return until(`the log says "${String(message)}"`, () => {
      const found = this.log.find(says);
      if (found === undefined) throw new Error(this.lastWords());
      return found;
    });
  }

  /** Holds the process where it stands, as a long pause of its machine would. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  /** Lets a program of test/programs go on from where it stalled. */
  release(): void {
    this.child.kill('SIGUSR2');
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  /** With what it ended by itself. */
  async ended(): Promise<number | NodeJS.Signals> {
    return this.exited;
  }

  async stop(): Promise<number | NodeJS.Signals> {
    this.child.kill('SIGCONT');
    this.child.kill('SIGTERM');
    return this.exited;
  }

  /** How it ended, and what it said last: why a test failed. */
  lastWords(): string {
    const { exitCode, signalCode } = this.child;
    const state = exitCode ?? signalCode ?? 'running';
    const lines = [...this.complaints, ...this.log.slice(-8).map((line) => JSON.stringify(line))];
    return `the process is ${String(state)}:\n${lines.join('\n')}`;
  }

  private record(line: string): void {
    try {
      this.log.push(JSON.parse(line) as LogLine);
    } catch {
      this.complaints.push(line);
    }
  }

  private assertAlive(): void {
    if (this.child.exitCode !== null || this.child.signalCode !== null) {
      throw new InVain(this.lastWords());
    }
  }
}
