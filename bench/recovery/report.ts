import { below, goalTable } from '../measure/goals';
import { reportText } from '../measure/report-text';
import { milliseconds } from '../measure/texts';
import { QUICK_MS } from './canary';
import { FAULTS, KAFKA, type Fault, type Recovery } from './measure-faults';

export function reportOf(machine: string, recoveries: readonly Recovery[]): string {
  const of = (fault: Fault, figure: keyof Omit<Recovery, 'fault'>): number[] =>
    recoveries.filter((recovery) => recovery.fault === fault).map((recovery) => recovery[figure]);
  const rows = FAULTS.map((fault) => [
    fault === KAFKA ? 'Kafka, stopped and started' : `${fault}, kill -9`,
    spread(of(fault, 'readyMs')),
    spread(of(fault, 'quickMs')),
    fault === KAFKA ? '' : spread(of(fault, 'cpuMs')),
  ]);
  const table = [
    [
      `median, worst of ${of(KAFKA, 'readyMs').length}`,
      'ready after, ms',
      `pushes under ${QUICK_MS} ms after, ms`,
      'CPU of the start, ms',
    ],
    ...rows,
  ];
  const started = FAULTS.filter((fault) => fault !== KAFKA);
  const goals = [
    below(5_000, 'pushes quick after a ledger was killed, ms', worst(of('ledger', 'quickMs'))),
    ...started
      .filter((fault) => fault !== 'ledger')
      .map((fault) => below(3_000, `${fault} ready after its start, ms`, worst(of(fault, 'readyMs')))),
    below(4_000, 'pushes quick after Kafka was back, ms', worst(of(KAFKA, 'quickMs'))),
    below(4_000, 'everything ready after Kafka was back, ms', worst(of(KAFKA, 'readyMs'))),
    ...started.map((fault) => below(1_000, `CPU of a start of ${fault}, ms`, worst(of(fault, 'cpuMs')))),
  ];
  const unfinished = recoveries.filter(({ readyMs, quickMs }) => Number.isNaN(readyMs + quickMs));
  return reportText({
    machine,
    body: [
      table,
      'Ready counts from the start of the process, pushes from the kill; both from when the broker served again.',
      goalTable(goals),
    ],
    errors: unfinished.map(({ fault }) => `  ✗ ${fault} did not come back in time`),
    noErrors: 'No errors: everything came back each time.',
  });
}

function spread(valuesMs: readonly number[]): string {
  return `${milliseconds(median(valuesMs))}, ${milliseconds(worst(valuesMs))}`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function worst(values: readonly number[]): number {
  return Math.max(...values);
}
