import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Logger } from '../runtime/logger';
import type { AttemptRef } from './submission-report';
import type { Channel } from '../../schemas/channels';

/** The metrics of a sender, and one log line for each attempt. */
export interface SenderTelemetry {
  busy(waiting: number, inFlight: number): void;
  claimed(sends: number): void;
  submitted(
    attempt: AttemptRef,
    ending: { outcome: string; detail: string | null; durationMs: number },
  ): void;
  skipped(attempt: AttemptRef, reason: string): void;
  swept(count: number): void;
  /** Sends without a record that had waited for hours. */
  enqueuedLost(count: number): void;
  /** A defect of ours made this attempt alone fail. */
  defect(attempt: AttemptRef, error: unknown): void;
  outage(error: unknown): void;
}

export function createSenderTelemetry(registry: Registry, logger: Logger, channel: Channel): SenderTelemetry {
  const { waiting, inFlight, attempts, seconds, claims, sweeps, lost, defects } = createMetrics(
    registry,
    channel,
  );
  const fieldsOf = ({ businessId, sendId, attempt }: AttemptRef): object => ({
    channel,
    business_id: businessId,
    send_id: sendId,
    attempt,
  });
  return {
    busy(waitingNow, inFlightNow) {
      waiting.set(waitingNow);
      inFlight.set(inFlightNow);
    },
    claimed: (sends) => claims.observe(sends),
    submitted(attempt, { outcome, detail, durationMs }) {
      attempts.inc({ outcome });
      seconds.observe(durationMs / 1_000);
      const fields = { outcome, detail, duration_ms: Math.round(durationMs), ...fieldsOf(attempt) };
      logger.info(fields, 'attempt ended');
    },
    skipped(attempt, reason) {
      attempts.inc({ outcome: 'skipped' });
      logger.info({ ...fieldsOf(attempt), reason }, 'attempt skipped');
    },
    swept(count) {
      sweeps.inc(count);
      logger.warn({ channel, count }, 'closed attempts that were left open');
    },
    enqueuedLost(count) {
      lost.inc(count);
      logger.warn({ channel, count }, 'enqueued sends that waited for hours without a record');
    },
    defect(attempt, error) {
      defects.inc();
      logger.error({ ...fieldsOf(attempt), error }, 'attempt failed on our side');
    },
    outage: (error) => logger.warn({ channel, error }, 'database or broker unavailable, retrying'),
  };
}

/** Operators rely on these names; docs/operations.md lists them. */
function createMetrics(registry: Registry, channel: string) {
  const metric = (name: string, help: string) => ({
    name: `${channel}_sender_${name}`,
    help,
    registers: [registry],
  });
  return {
    waiting: new Gauge(metric('waiting', 'Sends that wait to be claimed.')),
    inFlight: new Gauge(metric('in_flight', 'Attempts in flight.')),
    attempts: new Counter({
      ...metric('attempts_total', 'Attempts by outcome.'),
      labelNames: ['outcome'],
    }),
    seconds: new Histogram({
      ...metric('submission_seconds', 'Time that the provider took to answer.'),
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
    }),
    claims: new Histogram({
      ...metric('claim_sends', 'Sends per claim.'),
      buckets: [1, 2, 5, 10, 20, 50, 100],
    }),
    sweeps: new Counter(metric('swept_total', 'Attempts that were left open and reported by a sweep.')),
    lost: new Counter(metric('lost_sends_total', 'Sends enqueued hours later, without their records.')),
    defects: new Counter(metric('defects_total', 'Attempts that failed on our side.')),
  };
}
