import type { StoredEvent } from './canonical';
import type { ClassifiedAttempt } from './classify';
import type { DeliveryRef, DueDelivery } from './delivery';
import { nextAttempt } from './schedule';

/** What stands in the tables about a delivery, read just before its attempt. */
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
  /** It has ended, or another has tried it meanwhile: there is nothing to do. */
  | { readonly step: 'pass' }
  | { readonly step: 'drop'; readonly reason: 'event_erased' | 'endpoint_deleted' | 'endpoint_disabled' }
  | {
      readonly step: 'try';
      readonly event: StoredEvent;
      readonly endpoint: { readonly url: string; readonly secret: Buffer };
    };

/** Whoever was erased since the event happened is told to nobody, however long it has waited (hazard 26). */
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

/** How an attempt leaves its delivery. */
export interface EndedAttempt extends DeliveryRef, Pick<DueDelivery, 'partition'> {
  /** Its number, from 1. */
  readonly attempt: number;
  readonly state: 'delivered' | 'waiting' | 'failed';
  /** When to try again; null where it has ended. */
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
