import { cpuTable } from '../measure/cpu-table';
import { atLeast, below, goalTable, mean, type GoalFigure } from '../measure/goals';
import { reportText, type Table } from '../measure/report-text';
import { errorLines, milliseconds, rate } from '../measure/texts';
import type { DispatchFigures } from './measure-dispatch';
import type { FloorFigures } from './measure-floor';
import type { HeardPushes } from './measure-pushes';

export interface WebhookReport {
  readonly machine: string;
  readonly floors: readonly FloorFigures[];
  /** One endpoint, a hundred, a hundred of which ten hang. */
  readonly dispatch: readonly DispatchFigures[];
  /** At full load, and at a tenth of it. */
  readonly heard: readonly HeardPushes[];
}

export function reportOf(report: WebhookReport): string {
  const { machine, floors, dispatch, heard } = report;
  return reportText({
    machine,
    body: [
      dispatchTable(report),
      heardTable(heard),
      cpuTable('µs of CPU per webhook', [...floors, ...dispatch]),
      goalTable(goalsOf(report)),
    ],
    errors: errorsOf(report),
    noErrors: 'No errors: every event arrived at every endpoint that answers.',
  });
}

function floorOf(floors: readonly FloorFigures[]): number {
  return mean(floors.map(({ perSecond }) => perSecond));
}

function dispatchTable({ floors, dispatch }: WebhookReport): Table {
  const floor = floorOf(floors);
  return [
    ['', 'delivered', 'of the floor', 'at half of it: p50 ms', 'p99 ms'],
    ...floors.map(({ name, perSecond, p50Ms, p99Ms }) => [
      name,
      rate(perSecond),
      '',
      milliseconds(p50Ms),
      milliseconds(p99Ms),
    ]),
    ...dispatch.map(({ name, perSecond, delay }) => [
      name,
      rate(perSecond),
      (perSecond / floor).toFixed(2),
      milliseconds(delay.p50Ms),
      milliseconds(delay.p99Ms),
    ]),
  ];
}

function heardTable(heard: readonly HeardPushes[]): Table {
  return [
    ['from the push to its webhook', 'pushes', 'webhooks', 'p50 ms', 'p99 ms'],
    ...heard.map(({ name, pushesPerSecond, heardPerSecond, delay }) => [
      name,
      rate(pushesPerSecond),
      rate(heardPerSecond),
      milliseconds(delay.p50Ms),
      milliseconds(delay.p99Ms),
    ]),
  ];
}

function goalsOf({ floors, dispatch, heard }: WebhookReport): GoalFigure[] {
  const [, hundred, someHang] = dispatch;
  const kept = (someHang?.alwaysHealthyPerSecond ?? NaN) / (hundred?.alwaysHealthyPerSecond ?? NaN);
  return [
    atLeast(0.5, '100 endpoints / bare posting', (hundred?.perSecond ?? NaN) / floorOf(floors)),
    atLeast(0.9, 'the healthy 90 while 10 hang / when none does', kept),
    below(50, 'push to webhook at a tenth of full load, p50 ms', heard[1]?.delay.p50Ms),
  ];
}

function errorsOf({ floors, dispatch, heard }: WebhookReport): string[] {
  return [
    ...floors.flatMap(errorLines),
    ...dispatch
      .filter(({ wanted, arrived }) => wanted !== arrived)
      .map(({ name, wanted, arrived }) => `  ✗ ${name}: ${arrived} of ${wanted} arrived`),
    ...heard.flatMap(({ errors }) => errors),
    ...heard
      .filter(({ missing }) => missing > 0)
      .map(({ name, missing }) => `  ✗ ${name}: of ${missing} pushes nobody heard`),
  ];
}
