import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * A process of the benchmark, so that its CPU time is not counted with that of another process. It ends when the
 * channel to it closes, and therefore always ends with us.
 */
export class HelperProcess {
  private readonly arrived: unknown[] = [];
  private wake: (() => void) | undefined;
  private ending: string | undefined;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message) => {
      this.arrived.push(message);
      this.wake?.();
    });
    child.on('exit', (code, signal) => {
      this.ending = String(signal ?? code);
      this.wake?.();
    });
  }

  static start(file: string, args: readonly string[] = []): HelperProcess {
    return new HelperProcess(fork(file, [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  send(message: object): void {
    this.child.send(message);
  }

  /** Returns the next message, in the order in which they were sent. */
  async receive<Message>(withinMs: number): Promise<Message> {
    const deadline = performance.now() + withinMs;
    while (this.arrived.length === 0) {
      if (this.ending !== undefined) {
        throw new Error(`${this.child.spawnargs.join(' ')} ended with ${this.ending}`);
      }
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) {
        throw new Error(`${this.child.spawnargs.join(' ')} sent no message for ${withinMs} ms`);
      }
      await this.somethingHappens(leftMs);
    }
    return this.arrived.shift() as Message;
  }

  async stop(): Promise<void> {
    if (this.ending !== undefined) return;
    const exited = once(this.child, 'exit');
    this.child.kill();
    await exited;
  }

  private async somethingHappens(withinMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
    this.wake = undefined;
  }
}

/** Runs the orders that a helper process receives. Both ends are ours, so orders are not validated. */
export function serveOrders(
  work: (order: unknown, report: (message: object) => void) => Promise<void>,
): void {
  const report = (message: object): void => {
    process.send?.(message);
  };
  process.on('disconnect', () => process.exit());
  process.on('message', (order) => {
    work(order, report).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    });
  });
}
