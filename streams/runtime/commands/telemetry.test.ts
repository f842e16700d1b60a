import { Registry } from 'prom-client';
import type { DeadLetter } from './dead-letters';
import { createCommandTelemetry } from './telemetry';

/** The telemetry of the command consumer, and the fields of each line that it logs. */
function given() {
  const lines: Record<string, unknown>[] = [];
  const log = (fields: object) => void lines.push({ ...fields });
  const logger = { debug: log, info: log, warn: log, error: log };
  const registry = new Registry();
  return { telemetry: createCommandTelemetry(registry, logger), lines, registry };
}

test('an error is passed to the logger as it is: the logger removes what the error quotes', () => {
  const { telemetry, lines } = given();
  const error = new Error('invalid "int": "leave it with Bob"');
  telemetry.openingFailed([0], error);
  telemetry.relayFailed(0, error);
  telemetry.repliesLost(1, error);
  telemetry.outage(error);
  expect(lines.map((line) => line['error'] === error)).toEqual([true, true, true, true]);
});

test('a parked command is logged with the place of its error, without the text of the message', () => {
  const { telemetry, lines } = given();
  const deadLetter = { id: 'dlq_1', reason: 'defect', error: 'Error at decide' } as DeadLetter;
  telemetry.parked(deadLetter, new Error('invalid:\nleave it\nwith Bob'));
  expect(lines).toMatchObject([{ id: 'dlq_1', error: 'Error at decide' }]);
  expect(lines[0]?.['stack']).toMatch(/^ {4}at .*telemetry\.test/);
  expect(JSON.stringify(lines)).not.toContain('Bob');
});

test('all lost replies are counted, and logged once a minute', async () => {
  const { telemetry, lines, registry } = given();
  for (const count of [1, 30, 11]) telemetry.repliesLost(count, new Error('Redis is down'));
  expect(lines).toHaveLength(1);
  expect(await registry.getSingleMetricAsString('ledger_replies_lost_total')).toMatch(/ 42$/);
});
