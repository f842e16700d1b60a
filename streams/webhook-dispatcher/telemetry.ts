import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Logger } from '../runtime/logger';
import type { EndedAttempt } from './decide';
import type { DeliveryRef } from './delivery';

/** The metrics of the dispatcher, and one log line for each attempt. */
export interface DispatcherTelemetry {
  opened(partitions: readonly number[]): void;
  /** Sets the function that the gauges call for the current load. */
  watch(load: Load): void;
  /** `delayMs`: the time between the event and its first attempt; null for a retry. */
  ended(ending: EndedAttempt, times: { readonly durationMs: number; readonly delayMs: number | null }): void;
  dropped(delivery: DeliveryRef, reason: string): void;
  disabled(endpointIds: readonly string[]): void;
  unreadable(partition: number, offset: number): void;
  /** A defect of ours made this delivery alone fail. It is tried again and does not count against its endpoint. */
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
    unreadable: (partition, offset) =>
      logger.error({ partition, offset }, 'skipped a record that is not an event'),
    defect(delivery, error) {
      metrics.defects.inc();
      logger.error({ ...fieldsOf(delivery), error }, 'attempt failed on our side');
    },
    outage: (error) => logger.warn({ error }, 'database or broker unavailable, retrying'),
  };
}

function fieldsOf({ businessId, endpointId, eventId }: DeliveryRef): object {
  return { business_id: businessId, endpoint_id: endpointId, event_id: eventId };
}

/** Operators rely on these names; docs/operations.md lists them. */
function createMetrics(registry: Registry, load: Load) {
  const metric = (name: string, help: string) => ({ name: `webhook_${name}`, help, registers: [registry] });
  new Gauge({
    ...metric('deliveries_waiting', 'Deliveries in memory that wait for their turn.'),
    collect() {
      this.set(load().waiting);
    },
  });
  new Gauge({
    ...metric('attempts_in_flight', 'Attempts in flight.'),
    collect() {
      this.set(load().inFlight);
    },
  });
  return {
    attempts: new Counter({
      ...metric(
        'attempts_total',
        'Attempts by the state of the delivery after them: delivered, to_retry or failed.',
      ),
      labelNames: ['outcome'],
    }),
    seconds: new Histogram({
      ...metric('attempt_seconds', 'Time that an endpoint took to answer.'),
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10],
    }),
    delay: new Histogram({
      ...metric('first_attempt_delay_seconds', 'Time between an event and its first attempt.'),
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    }),
    dropped: new Counter({
      ...metric('dropped_total', 'Deliveries dropped before an attempt, by reason.'),
      labelNames: ['reason'],
    }),
    disabled: new Counter(
      metric('endpoints_disabled_total', 'Endpoints disabled because of their failures.'),
    ),
    defects: new Counter(metric('defects_total', 'Attempts that failed on our side.')),
  };
}
