import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HelperProcess } from '../measure/helper-process';

/** A webhook that arrived and was answered. */
export interface Receipt {
  readonly endpoint: number;
  readonly eventId: string;
  /** Number of its push, if it names one. */
  readonly push: number;
  /** In milliseconds of real time. */
  readonly atMs: number;
}

export type SinkOrder =
  | { readonly what: 'open'; readonly caFile: string }
  | { readonly what: 'hang'; readonly endpoints: readonly number[] }
  | { readonly what: 'count' | 'take' };

export type SinkAnswer =
  | { readonly what: 'open'; readonly port: number }
  | { readonly what: 'counted'; readonly count: number }
  | { readonly what: 'taken'; readonly receipts: Receipt[] }
  | { readonly what: 'done' };

const ANSWER_MS = 30_000;
const POLL_MS = 50;

/** Controls the servers of the merchants from the benchmark. Each endpoint is a path of one server. */
export class Sink {
  private constructor(
    private readonly helper: HelperProcess,
    readonly caFile: string,
    readonly host: string,
  ) {}

  static async start(home: string): Promise<Sink> {
    const helper = HelperProcess.start(require.resolve('./sink-process'));
    const caFile = join(home, 'sink-ca.pem');
    const answer = await ask(helper, { what: 'open', caFile });
    if (answer.what !== 'open') throw new Error('the sink did not open');
    return new Sink(helper, caFile, `127.0.0.1:${answer.port}`);
  }

  get pid(): number {
    return this.helper.pid;
  }

  urlOf(endpoint: number): string {
    return `https://${this.host}/e/${endpoint}`;
  }

  /** Makes these endpoints accept requests without ever answering; the others answer. */
  async hang(endpoints: readonly number[]): Promise<void> {
    await ask(this.helper, { what: 'hang', endpoints });
  }

  /** Returns the webhooks since the last call. */
  async take(): Promise<Receipt[]> {
    const answer = await ask(this.helper, { what: 'take' });
    return answer.what === 'taken' ? answer.receipts : [];
  }

  /** Waits until this many have arrived since `take`, or until the timeout. */
  async received(count: number, withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (performance.now() < deadline) {
      const answer = await ask(this.helper, { what: 'count' });
      if (answer.what === 'counted' && answer.count >= count) return;
      await delay(POLL_MS);
    }
  }

  stop(): Promise<void> {
    return this.helper.stop();
  }
}

async function ask(helper: HelperProcess, order: SinkOrder): Promise<SinkAnswer> {
  helper.send(order);
  return helper.receive<SinkAnswer>(ANSWER_MS);
}
