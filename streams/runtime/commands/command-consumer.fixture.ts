import type { LogRecord } from '../kafka/records';
import type { CommandTelemetry } from './telemetry';

/** A relay that has published nothing and publishes nothing. */
export const IDLE_RELAY = {
  relayedAtOpening: -1,
  enqueue: () => undefined,
  drain: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

export const SILENT_TELEMETRY: CommandTelemetry = {
  applied: () => undefined,
  parked: () => undefined,
  cutOff: () => undefined,
  braked: () => undefined,
  ahead: () => undefined,
  opened: () => undefined,
  openingFailed: () => undefined,
  recovering: () => undefined,
  relayFailed: () => undefined,
  repliesLost: () => undefined,
  outage: () => undefined,
};

export function recordsAt(partition: number, ...offsets: number[]): LogRecord[] {
  return offsets.map((offset) => ({ partition, offset, value: Buffer.alloc(10) }));
}
