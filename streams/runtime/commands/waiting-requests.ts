import type { Answer } from './command-processor';
import { NoAnswer } from './no-answer';
import type { Reply } from './replies';
import { rest } from '../timing/sleep';

/** Reads stored outcomes. Implemented by `findAnswers` in outcomes.ts, bound in services/shared/command-gateway.ts. */
export type LookUp = (commandIds: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;

interface WaitingRequest {
  readonly settle: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
  readonly givingUp: NodeJS.Timeout;
  lookingUp: NodeJS.Timeout | undefined;
  /** Time until the next look-up. */
  pauseMs: number;
  /** True if replies arrived when the request was made, and no loss was noticed since. */
  expectsReply: boolean;
}

/**
 * Requests that wait for the outcomes of their commands. If no reply can arrive, the stored outcome is looked up at
 * once. Otherwise it is looked up after 2 s, because under load a slow reply is more likely late than lost (HAZ-11).
 */
export class WaitingRequests {
  private readonly requests = new Map<string, WaitingRequest>();
  private readonly due = new Set<string>();
  private isLookingUp = false;
  /** Becomes false when a stored outcome is found without its reply, and true with the next reply. */
  private repliesArrive = true;

  constructor(
    private readonly lookUp: LookUp,
    private readonly isInboxOpen: () => boolean,
  ) {}

  get areReplied(): boolean {
    return this.repliesArrive && this.isInboxOpen();
  }

  wait(commandId: string): Promise<Answer> {
    const expectsReply = this.areReplied;
    return new Promise((settle, fail) => {
      const request = {
        settle,
        fail,
        givingUp: setTimeout(() => this.fail(commandId, new NoAnswer()), PATIENCE_MS),
        lookingUp: undefined,
        pauseMs: expectsReply ? REPLIED_PAUSE_MS : FIRST_PAUSE_MS,
        expectsReply,
      };
      this.requests.set(commandId, request);
      this.lookUpLater(commandId, request);
    });
  }

  /** Even a reply that no request waits for shows that replies arrive. */
  replied(replies: readonly Reply[]): void {
    this.repliesArrive ||= replies.length > 0;
    for (const { commandId, ...answer } of replies) this.end(commandId)?.settle(answer);
  }

  fail(commandId: string, error: Error): void {
    this.end(commandId)?.fail(error);
  }

  /** To be called when the replies to all waiting requests may be lost. */
  lookUpSoon(): void {
    for (const [commandId, request] of this.requests) {
      request.expectsReply = false;
      request.pauseMs = FIRST_PAUSE_MS;
      this.lookUpLater(commandId, request);
    }
  }

  private end(commandId: string): WaitingRequest | undefined {
    const request = this.requests.get(commandId);
    if (request === undefined) return undefined;
    this.requests.delete(commandId);
    clearTimeout(request.givingUp);
    clearTimeout(request.lookingUp);
    return request;
  }

  private lookUpLater(commandId: string, request: WaitingRequest): void {
    clearTimeout(request.lookingUp);
    request.lookingUp = setTimeout(() => {
      this.due.add(commandId);
      void this.lookUpDue();
    }, request.pauseMs);
    request.pauseMs = Math.min(request.pauseMs * 2, REPLIED_PAUSE_MS);
  }

  /** Runs one query at a time, for all requests that are due when it begins. */
  private async lookUpDue(): Promise<void> {
    if (this.isLookingUp) return;
    this.isLookingUp = true;
    await rest(0);
    while (this.due.size > 0) {
      const commandIds = [...this.due].filter((commandId) => this.requests.has(commandId));
      this.due.clear();
      if (commandIds.length > 0) await this.lookUpAll(commandIds);
    }
    this.isLookingUp = false;
  }

  private async lookUpAll(commandIds: readonly string[]): Promise<void> {
    // An unavailable PostgreSQL is no reason to give up, because the reply may still arrive.
    const answers = await this.lookUp(commandIds).catch(() => new Map<string, Answer>());
    for (const commandId of commandIds) {
      const request = this.requests.get(commandId);
      const answer = answers.get(commandId);
      if (request === undefined) continue;
      if (answer === undefined) {
        this.lookUpLater(commandId, request);
      } else {
        if (request.expectsReply) this.repliesArrive = false;
        this.end(commandId)?.settle(answer);
      }
    }
  }
}

const PATIENCE_MS = 15_000;
/** Even on an idle system a command takes five milliseconds or more. Each further look-up waits twice as long. */
const FIRST_PAUSE_MS = 5;
const REPLIED_PAUSE_MS = 2_000;
