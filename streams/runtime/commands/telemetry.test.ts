import { Registry } from 'prom-client';
import type { DeadLetter } from './dead-letters';
import { createLaneTelemetry } from './telemetry';

/** CommandConsumer telemetry, and the fields of each line that it logs. */
function given() {
  const lines: Record<string, unknown>[] = [];
  const log = (fields: object) => void lines.push({ ...fields });
  const logger = { debug: log, info: log, warn: log, error: log };
  const registry = new Registry();
  return { telemetry: createLaneTelemetry(registry, logger), lines, registry };
}

test('an error is logged as it is, for the log to leave out what it quotes', () => {
  const { telemetry, lines } = given();
  const error = new Error('invalid "int": "leave it with Bob"');
  telemetry.openingFailed([0], error);
  telemetry.relayFailed(0, error);
  telemetry.repliesLost(1, error);
  telemetry.outage(error);
  expect(lines.map((line) => line['error'] === error)).toEqual([true, true, true, true]);
});

test('a command put aside is told by where it failed, without a line of what the error says', () => {
  const { telemetry, lines } = given();
  const letter = { id: 'dlq_1', reason: 'defect', error: 'Error at decide' } as DeadLetter;
  telemetry.parked(letter, new Error('invalid:\nleave it\nwith Bob'));
  expect(lines).toMatchObject([{ id: 'dlq_1', error: 'Error at decide' }]);
  expect(lines[0]?.['stack']).toMatch(/^ {4}at .*telemetry\.test/);
  expect(JSON.stringify(lines)).not.toContain('Bob');
});

test('lost replies are all counted, and told of once a minute', async () => {
  const { telemetry, lines, registry } = given();
  for (const count of [1, 30, 11]) telemetry.repliesLost(count, new Error('Redis is away'));
  expect(lines).toHaveLength(1);
  expect(await registry.getSingleMetricAsString('ledger_replies_lost_total')).toMatch(/ 42$/);
});
