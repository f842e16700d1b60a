import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Logger } from '../runtime/logger';
import type { EndedAttempt } from './decide';
import type { DeliveryRef } from './delivery';

/** What the dispatcher reports of itself: a line in the log per attempt, and what can be counted. */
export interface DispatcherTelemetry {
  opened(partitions: readonly number[]): void;
  /** Where to look how much there is to do, whenever somebody asks. */
  watch(load: Load): void;
  /** `delayMs`: between the event and its first attempt; null for a retry. */
  ended(ending: EndedAttempt, times: { readonly durationMs: number; readonly delayMs: number | null }): void;
  dropped(delivery: DeliveryRef, reason: string): void;
  disabled(endpointIds: readonly string[]): void;
  unreadable(partition: number, offset: number): void;
  /** Something of ours went wrong with this delivery alone: it is tried again, and its endpoint is not blamed. */
  defect(delivery: DeliveryRef, error: unknown): void;
  outage(error: unknown): void;
}

type Load = () => { readonly waiting: number; readonly inFlight: number };

export function createDispatcherTelemetry(registry: Registry, logger: Logger): DispatcherTelemetry {
  let load: Load = () => ({ waiting: 0, inFlight: 0 });
  const metrics = createMetrics(registry, () => load());
  return {
    opened: (partitions) => logger.info({ partitions }, 'partitions opened'),
    watch: (watched) => void (load = watched),
    ended(ending, { durationMs, delayMs }) {
      const { attempt, state, statusCode, error } = ending;
      metrics.attempts.inc({ outcome: state === 'waiting' ? 'to_retry' : state });
      metrics.seconds.observe(durationMs / 1_000);
      if (delayMs !== null) metrics.delay.observe(delayMs / 1_000);
      logger.info(
        {
          attempt,
          state,
          status_code: statusCode,
          error,
          duration_ms: Math.round(durationMs),
          ...fieldsOf(ending),
        },
        'attempt ended',
      );
    },
    dropped(delivery, reason) {
      metrics.dropped.inc({ reason });
      logger.info({ ...fieldsOf(delivery), reason }, 'delivery dropped');
    },
    disabled(endpointIds) {
      metrics.disabled.inc(endpointIds.length);
      for (const endpoint_id of endpointIds) logger.warn({ endpoint_id }, 'endpoint disabled');
    },
    unreadable: (partition, offset) => logger.error({ partition, offset }, 'the record is no event'),
    defect(delivery, error) {
      metrics.defects.inc();
      logger.error({ ...fieldsOf(delivery), error }, 'an attempt failed on our side');
    },
    outage: (error) => logger.warn({ error }, 'database or broker away, trying again'),
  };
}

function fieldsOf({ businessId, endpointId, eventId }: DeliveryRef): object {
  return { business_id: businessId, endpoint_id: endpointId, event_id: eventId };
}

/** Names are part of what operators rely on: docs/operations.md lists them. */
function createMetrics(registry: Registry, load: Load) {
  const metric = (name: string, help: string) => ({ name: `webhook_${name}`, help, registers: [registry] });
  new Gauge({
    ...metric('deliveries_waiting', 'Deliveries in memory that wait for their turn.'),
    collect() {
      this.set(load().waiting);
    },
  });
  new Gauge({
    ...metric('attempts_in_flight', 'Attempts under way.'),
    collect() {
      this.set(load().inFlight);
    },
  });
  return {
    attempts: new Counter({
      ...metric('attempts_total', 'Attempts by what they left: delivered, to_retry or failed.'),
      labelNames: ['outcome'],
    }),
    seconds: new Histogram({
      ...metric('attempt_seconds', 'Time that an endpoint took.'),
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10],
    }),
    delay: new Histogram({
      ...metric('first_attempt_delay_seconds', 'Time between an event and its first attempt.'),
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    }),
    dropped: new Counter({
      ...metric('dropped_total', 'Deliveries given up unsent.'),
      labelNames: ['reason'],
    }),
    disabled: new Counter(metric('endpoints_disabled_total', 'Endpoints disabled for their failures.')),
    defects: new Counter(metric('defects_total', 'Attempts that failed on our side.')),
  };
}
