/** Decides whether a delivery is tried, and what follows from the outcome. Pure: no clock, no database. */
import type { StoredEvent } from './canonical';
import type { ClassifiedAttempt } from './classify';
import type { DeliveryRef, DueDelivery } from './delivery';
import { nextAttempt } from './schedule';

/** What the tables say about a delivery, read just before its attempt. */
export interface FoundDelivery {
  readonly delivery: { readonly state: string; readonly attempt: number } | null;
  /** Null: erased. */
  readonly event: StoredEvent | null;
  /** Null: deleted. */
  readonly endpoint: {
    readonly url: string;
    readonly secret: Buffer;
    readonly disabledAt: Date | null;
  } | null;
}

export type DeliveryStanding =
  /** Nothing to do: it has ended, or another process has tried it. */
  | { readonly step: 'pass' }
  | { readonly step: 'drop'; readonly reason: 'event_erased' | 'endpoint_deleted' | 'endpoint_disabled' }
  | {
      readonly step: 'try';
      readonly event: StoredEvent;
      readonly endpoint: { readonly url: string; readonly secret: Buffer };
    };

/** A delivery is dropped if its event or person was erased while it waited (HAZ-28). */
export function deliveryStandingOf(
  due: DueDelivery,
  { delivery, event, endpoint }: FoundDelivery,
): DeliveryStanding {
  if (delivery?.state !== 'waiting' || delivery.attempt !== due.attempt) return { step: 'pass' };
  if (event === null) return { step: 'drop', reason: 'event_erased' };
  if (endpoint === null) return { step: 'drop', reason: 'endpoint_deleted' };
  if (endpoint.disabledAt !== null) return { step: 'drop', reason: 'endpoint_disabled' };
  return { step: 'try', event, endpoint };
}

/** The state in which an attempt leaves its delivery. */
export interface EndedAttempt extends DeliveryRef, Pick<DueDelivery, 'partition'> {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly state: 'delivered' | 'waiting' | 'failed';
  /** When to try again; null if the delivery has ended. */
  readonly nextAt: Date | null;
  readonly statusCode: number | null;
  readonly error: string | null;
}

export function endingOf(
  { businessId, endpointId, eventId, partition, attempt: made }: DueDelivery,
  { delivered, statusCode, error, retryAfterMs }: ClassifiedAttempt,
  { nowMs, jitter }: { readonly nowMs: number; readonly jitter: number },
): EndedAttempt {
  const attempt = made + 1;
  const waitMs = delivered ? null : nextAttempt({ attempt, retryAfterMs, jitter });
  const nextAt = typeof waitMs === 'number' ? new Date(nowMs + waitMs) : null;
  const state = delivered ? 'delivered' : nextAt === null ? 'failed' : 'waiting';
  return { businessId, endpointId, eventId, partition, attempt, state, nextAt, statusCode, error };
}
