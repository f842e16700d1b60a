import { cpuTable } from '../measure/cpu-table';
import { goalTable } from '../measure/goals';
import { floorOf, goalFigures } from './goals';
import type { CaseFigures } from './measure-case';
import type { FloorFigures } from './measure-floor';
import type { Memory, PushFigures } from './measure-pushes';
import { alignedTable, markdownTable, milliseconds, rate } from '../measure/texts';

export interface PushReport {
  readonly machine: string;
  readonly floors: readonly FloorFigures[];
  readonly pushes: PushFigures;
}

type Table = readonly (readonly string[])[];

/** Renders the report of one run for the terminal, followed by the part for docs/performance.md. */
export function reportOf(report: PushReport): string {
  const { machine, floors, pushes } = report;
  const cases = Object.values(pushes.cases);
  const throughput = [...floorRows(floors), ...cases.map(caseRow)];
  const memory = memoryLine(pushes);
  return [
    '',
    machine,
    '',
    alignedTable([THROUGHPUT_HEAD, ...throughput]),
    '',
    'CPU per push, µs; cores of this machine that were idle, and that processes other than ours used:',
    alignedTable(cpuTable('µs per push', cases)),
    '',
    ...(floors.length === 0 ? [] : [alignedTable(goalsOf(report)), '']),
    memory,
    ...(pushes.errors.length === 0
      ? ['No errors: every push was answered 201.']
      : ['Errors:', ...pushes.errors]),
    '',
    '--- for docs/performance.md ---',
    `Measured ${machine}.`,
    '',
    markdownTable([THROUGHPUT_HEAD, ...throughput]),
    '',
    markdownTable(cpuTable('µs per push', cases)),
    '',
    ...(floors.length === 0 ? [] : [markdownTable(goalsOf(report)), '']),
    memory,
    '',
  ].join('\n');
}

const THROUGHPUT_HEAD = [
  '',
  'per second',
  'p50 ms',
  'p99 ms',
  'commands per transaction',
  'ms per transaction',
];

function caseRow(figures: CaseFigures): string[] {
  const { name, perSecond, p50Ms, p99Ms, commandsPerTransaction, transactionMs } = figures;
  const times = [milliseconds(p50Ms), milliseconds(p99Ms)];
  return [name, rate(perSecond), ...times, commandsPerTransaction.toFixed(1), milliseconds(transactionMs)];
}

function floorRows(floors: readonly FloorFigures[]): Table {
  const order = floors.length === 2 ? ['before', 'after'] : [''];
  return [
    ...floors.map(({ inserts }, index) => [
      `floor ${order[index]!}: inserts, 64 (${inserts.measuredBy})`,
      rate(inserts.perSecond),
      '',
      '',
      '',
      '',
    ]),
    ...floors.map(({ requestReply }, index) => [
      `floor ${order[index]!}: kafkajs request-reply, 64`,
      rate(requestReply.perSecond),
      milliseconds(requestReply.p50Ms),
      milliseconds(requestReply.p99Ms),
      '',
      '',
    ]),
  ];
}

function goalsOf({ floors, pushes }: PushReport): Table {
  return goalTable(goalFigures(floorOf(floors), pushes));
}

/** The space for new objects alone is 48 MB, and V8 uses it as it likes. */
const FLAT_WITHIN_MB = 64;

function memoryLine({ memoryBefore, memoryAfter, pushes }: PushFigures): string {
  const names = ['ingress', 'ledger'] satisfies (keyof Memory)[];
  const flat = names.every((name) => memoryAfter[name] - memoryBefore[name] < FLAT_WITHIN_MB);
  const changes = names.map(
    (name) => `${name} ${memoryBefore[name].toFixed(0)} → ${memoryAfter[name].toFixed(0)} MB`,
  );
  return `Memory ${flat ? 'flat' : 'NOT flat'} over ${pushes} pushes: ${changes.join(', ')}.`;
}
