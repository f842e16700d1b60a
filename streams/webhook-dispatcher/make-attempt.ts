import { classifyAttempt, type CallOutcome } from './classify';
import type { StoredEvent } from './canonical';
import { endingOf, type EndedAttempt } from './decide';
import type { DueDelivery } from './delivery';
import { prepareAttempt, type PreparedAttempt } from './prepare';

/** The world as one attempt needs it. */
export interface AttemptWorld {
  /**
   * Rejects only where it says nothing about the endpoint. It is never cut off: it takes ten seconds at most, a process that
   * ends waits for it, and one cut off would arrive twice.
   */
  readonly call: (prepared: PreparedAttempt) => Promise<CallOutcome>;
  readonly openSecret: (sealed: Buffer, endpointId: string) => string;
  readonly time: {
    /** The product's time, which tests and the simulator move: for deadlines. */
    readonly now: () => number;
    /** The date on the receiver's clock, which nobody moves: for the signature. */
    readonly dateMs: () => number;
    /** Real time, for how long an endpoint takes. */
    readonly wallNowMs: () => number;
    /** From 0 up to but not including 1. */
    readonly jitter: () => number;
  };
}

/** A delivery that was found to be tried, and all that it takes. */
export interface ReadyAttempt {
  readonly due: DueDelivery;
  readonly event: StoredEvent;
  readonly endpoint: { readonly url: string; readonly secret: Buffer };
}

export interface MadeAttempt {
  readonly ending: EndedAttempt;
  readonly durationMs: number;
  /** Between the event and its first attempt; null for a retry. */
  readonly delayMs: number | null;
}

/** One attempt in its three phases: what to say and how it went are decided without the world; the call between decides nothing. */
export async function makeAttempt(
  { call, openSecret, time }: AttemptWorld,
  { due, event, endpoint: { url, secret: sealed } }: ReadyAttempt,
  envelopeOf: (event: StoredEvent) => string,
): Promise<MadeAttempt> {
  const [startedAt, startedAtWall] = [time.now(), time.wallNowMs()];
  const secret = openSecret(sealed, due.endpointId);
  const prepared = prepareAttempt({ event, endpoint: { url, secret }, dateMs: time.dateMs() }, envelopeOf);

  const outcome = await call(prepared);

  const durationMs = time.wallNowMs() - startedAtWall;
  const ending = endingOf(due, classifyAttempt(outcome), { nowMs: time.now(), jitter: time.jitter() });
  return { ending, durationMs, delayMs: due.attempt === 0 ? startedAt - event.occurredAt.getTime() : null };
}
