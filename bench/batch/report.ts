import { atLeast, goalTable, mean } from '../measure/goals';
import { cpuTable } from '../measure/cpu-table';
import { reportText } from '../measure/report-text';
import { errorLines, milliseconds, rate } from '../measure/texts';
import { busiestCase, type BatchFigures } from './cases';

export interface BatchReport {
  readonly machine: string;
  readonly cases: readonly BatchFigures[];
}

const GOAL = 3;

export function reportOf({ machine, cases }: BatchReport): string {
  const single = mean(cases.filter(({ inBatchesOf }) => inBatchesOf === 1).map(perSecondOf));
  const ratios = cases.map((one) => ({ ...one, ratio: perSecondOf(one) / single }));
  const throughput = [
    ['', 'pushes per second', 'of single ones', 'requests per second', 'p50 ms', 'p99 ms'],
    ...ratios.map(({ name, pushesPerSecond, ratio, perSecond, p50Ms, p99Ms }) => [
      name,
      rate(pushesPerSecond),
      ratio.toFixed(2),
      rate(perSecond),
      milliseconds(p50Ms),
      milliseconds(p99Ms),
    ]),
  ];
  const goals = ratios
    .filter(({ name }) => name === busiestCase.name)
    .map(({ name, ratio }) => atLeast(GOAL, `${name} / single pushes`, ratio));
  return reportText({
    machine,
    body: [throughput, cpuTable('µs per push', cases), goalTable(goals)],
    errors: cases.flatMap(errorLines),
    noErrors: 'No errors: every push was accepted.',
  });
}

function perSecondOf({ pushesPerSecond }: BatchFigures): number {
  return pushesPerSecond;
}
