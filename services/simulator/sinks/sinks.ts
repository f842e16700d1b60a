import { randomBytes } from 'node:crypto';
import { RecentByKey } from '../recent-by-key';

/** How a sink answers. */
export interface SinkAnswer {
  readonly status: number;
  readonly delayMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A webhook that a sink received. */
export interface SinkRequest {
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The simulated receivers of webhooks: what each has received and how it answers. */
export class Sinks {
  private readonly answers = new Map<string, SinkAnswer>();
  private readonly got = new RecentByKey<SinkRequest>({ maxItems: 50_000, maxBytes: 128 * 1024 * 1024 });

  open(answer: Partial<SinkAnswer>): string {
    const id = `sink_${randomBytes(12).toString('hex')}`;
    this.answers.set(id, { ...PROMPT, ...answer });
    const [oldest] = this.answers.keys();
    if (this.answers.size > MAX_SINKS && oldest !== undefined) this.answers.delete(oldest);
    return id;
  }

  /** Undefined means that there is no such sink. */
  answerOf(id: string): SinkAnswer | undefined {
    return this.answers.get(id);
  }

  change(id: string, changed: Partial<SinkAnswer>): SinkAnswer | undefined {
    const before = this.answers.get(id);
    if (before === undefined) return undefined;
    const answer = { ...before, ...changed };
    this.answers.set(id, answer);
    return answer;
  }

  receive(id: string, request: SinkRequest): void {
    this.got.add(id, request, request.body.length);
  }

  /** Oldest first. */
  requestsOf(id: string): SinkRequest[] {
    return this.got.of(id);
  }
}

const PROMPT: SinkAnswer = { status: 200, delayMs: 0, headers: {} };
const MAX_SINKS = 10_000;
