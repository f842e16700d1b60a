import type { ServiceProcess } from './service-process';

interface Attempt {
  readonly from: number;
  readonly to: number;
  readonly isDelivered: boolean;
}

/** From when to when each was under way, by the dispatcher's own log: how long a busy machine took for them is in it. */
export function firstAttemptsAt(dispatcher: ServiceProcess, endpointId: string): Attempt[] {
  return dispatcher.log
    .filter((line) => line['message'] === 'attempt ended' && line['endpoint_id'] === endpointId)
    .filter(({ attempt }) => attempt === 1)
    .map(({ time, duration_ms, state }) => {
      const to = Date.parse(time as string);
      return { from: to - (duration_ms as number), to, isDelivered: state === 'delivered' };
    });
}

/** A place that was given on within these milliseconds was free in between, whatever the rounded times say. */
const ROUNDING_MS = 50;

export function mostAtOnce(attempts: readonly Attempt[]): number {
  const together = ({ from }: Attempt) =>
    attempts.filter((other) => other.from <= from && other.to > from + ROUNDING_MS).length;
  return Math.max(...attempts.map(together));
}
