import { mean } from '../measure/goals';
import { alignedTable, errorLines, markdownTable, milliseconds, rate } from '../measure/texts';
import type { PageFigures } from './measure-pages';

export interface InboxReport {
  readonly machine: string;
  readonly pageBytes: number;
  readonly plain: readonly PageFigures[];
  readonly inbox: readonly PageFigures[];
}

/** The names of the serving processes in the table of CPU times. */
export const PLAIN = 'Express';
export const INBOX = 'inbox';

const GOAL = 0.5;

export function reportOf({ machine, pageBytes, plain, inbox }: InboxReport): string {
  const all = [...plain, ...inbox];
  const rows = all.map(({ name, perSecond, p50Ms, p99Ms, cpuEach, othersCores }) => [
    name,
    rate(perSecond),
    milliseconds(p50Ms),
    milliseconds(p99Ms),
    Object.entries(cpuEach)
      .map(([process, microseconds]) => `${process} ${microseconds.toFixed(0)}`)
      .join(', '),
    othersCores.toFixed(2),
  ]);
  const table = [['', 'per second', 'p50 ms', 'p99 ms', 'µs of CPU per page', "others' cores"], ...rows];
  const share = mean(inbox.map(perSecondOf)) / mean(plain.map(perSecondOf));
  const cpuShare =
    mean(plain.map(({ cpuEach }) => cpuEach[PLAIN] ?? NaN)) /
    mean(inbox.map(({ cpuEach }) => cpuEach[INBOX] ?? NaN));
  const verdict =
    `The inbox serves ${share.toFixed(2)} of what a bare Express page of its size (${pageBytes} bytes) does; wanted: ` +
    `≥ ${GOAL}: ${share >= GOAL ? 'met' : 'missed'}. By the CPU time of the serving process alone it is ${cpuShare.toFixed(2)}.`;
  const errors = all.flatMap(errorLines);
  return [
    '',
    machine,
    '',
    alignedTable(table),
    '',
    verdict,
    ...(errors.length === 0 ? ['No errors: every page was answered 200.'] : ['Errors:', ...errors]),
    '',
    '--- for docs/performance.md ---',
    `Measured ${machine}.`,
    '',
    markdownTable(table),
    '',
    verdict,
    '',
  ].join('\n');
}

function perSecondOf({ perSecond }: PageFigures): number {
  return perSecond;
}
