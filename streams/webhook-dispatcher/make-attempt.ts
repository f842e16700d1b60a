import { classifyAttempt, type CallOutcome } from './classify';
import type { StoredEvent } from './canonical';
import { endingOf, type EndedAttempt } from './decide';
import type { DueDelivery } from './delivery';
import { prepareAttempt, type PreparedAttempt } from './prepare';

/** What an attempt needs from outside: the call, the secret, the clocks and chance. */
export interface AttemptWorld {
  /**
   * Rejects only with errors that say nothing about the endpoint. It takes ten seconds at most (HOOK-11) and is never
   * aborted: a process that stops waits for it, because an aborted attempt would arrive twice.
   */
  readonly call: (prepared: PreparedAttempt) => Promise<CallOutcome>;
  readonly openSecret: (sealed: Buffer, endpointId: string) => string;
  readonly time: {
    /** The product's time, for deadlines. Tests and the simulator can move it. */
    readonly now: () => number;
    /** Real time, for the signature: receivers compare it with their own clock. */
    readonly dateMs: () => number;
    /** Real time, for how long an endpoint takes to answer. */
    readonly wallNowMs: () => number;
    /** From 0 up to but not including 1. */
    readonly jitter: () => number;
  };
}

/** A delivery that is to be tried, with its event and endpoint. */
export interface ReadyAttempt {
  readonly due: DueDelivery;
  readonly event: StoredEvent;
  readonly endpoint: { readonly url: string; readonly secret: Buffer };
}

export interface MadeAttempt {
  readonly ending: EndedAttempt;
  readonly durationMs: number;
  /** The time between the event and its first attempt; null for a retry. */
  readonly delayMs: number | null;
}

/** Makes one attempt in three phases: prepare and classify are pure, and the call between them decides nothing. */
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
