import { cpuTable } from '../measure/cpu-table';
import { atLeast, below, goalTable, type GoalFigure } from '../measure/goals';
import type { Percentiles } from '../measure/percentiles';
import { reportText, type Table } from '../measure/report-text';
import { errorLines, milliseconds, rate } from '../measure/texts';
import { meanShare, shareOf, type Round } from './flood-in-turns';
import type { FloodFigures } from './measure-dispatch';
import type { FloorFigures } from './measure-floor';
import type { WebhookPushes } from './measure-pushes';

export interface DispatchFigures {
  readonly name: string;
  readonly rounds: readonly Round[];
  /** The mean of the rounds. */
  readonly perSecond: number;
  /** The delay of events at half that rate. */
  readonly delay: Percentiles;
}

export interface WebhookReport {
  readonly machine: string;
  /** Three cases: one endpoint, a hundred, and a hundred of which ten hang. */
  readonly dispatch: readonly DispatchFigures[];
  /** Two measurements: at full load and at a tenth of it. */
  readonly pushes: readonly WebhookPushes[];
}

export function reportOf(report: WebhookReport): string {
  const { machine, dispatch, pushes } = report;
  return reportText({
    machine,
    body: [
      dispatchTable(dispatch),
      roundsTable(dispatch),
      pushTable(pushes),
      cpuTable('µs of CPU per webhook', dispatch.flatMap(cpuOf)),
      goalTable(goalsOf(report)),
    ],
    errors: errorsOf(report),
    noErrors: 'No errors: every event arrived at every endpoint that answers.',
  });
}

function dispatchTable(dispatch: readonly DispatchFigures[]): Table {
  return [
    ['', 'delivered', 'of bare posting', 'at half of it: p50 ms', 'p99 ms'],
    ...dispatch.map(({ name, rounds, perSecond, delay }) => [
      name,
      rate(perSecond),
      meanShare(rounds).toFixed(2),
      milliseconds(delay.p50Ms),
      milliseconds(delay.p99Ms),
    ]),
  ];
}

function roundsTable(dispatch: readonly DispatchFigures[]): Table {
  return [
    ['in turns', 'bare posting before', 'delivered', 'bare posting after', 'of bare posting'],
    ...dispatch.flatMap(({ rounds }) =>
      rounds.map((round) => [
        round.flood.name,
        rate(round.before.perSecond),
        rate(round.flood.perSecond),
        rate(round.after.perSecond),
        shareOf(round).toFixed(2),
      ]),
    ),
  ];
}

/** From the last round, when the code is warm. */
function cpuOf({ rounds }: DispatchFigures): (FloodFigures | FloorFigures)[] {
  const last = rounds.at(-1);
  return last === undefined ? [] : [last.flood, last.after];
}

function pushTable(pushes: readonly WebhookPushes[]): Table {
  return [
    ['from the push to its webhook', 'pushes', 'webhooks', 'p50 ms', 'p99 ms'],
    ...pushes.map(({ name, pushesPerSecond, webhooksPerSecond, delay }) => [
      name,
      rate(pushesPerSecond),
      rate(webhooksPerSecond),
      milliseconds(delay.p50Ms),
      milliseconds(delay.p99Ms),
    ]),
  ];
}

function goalsOf({ dispatch, pushes }: WebhookReport): GoalFigure[] {
  const [, hundred, someHang] = dispatch;
  const healthy = (figures: DispatchFigures | undefined): number =>
    figures === undefined ? Number.NaN : meanShare(figures.rounds, 'alwaysHealthyPerSecond');
  return [
    atLeast(0.5, '100 endpoints / bare posting', hundred && meanShare(hundred.rounds)),
    atLeast(0.9, 'the healthy 90 while 10 hang / when none does', healthy(someHang) / healthy(hundred)),
    below(50, 'push to webhook at a tenth of full load, p50 ms', pushes[1]?.delay.p50Ms),
  ];
}

function errorsOf({ dispatch, pushes }: WebhookReport): string[] {
  const rounds = dispatch.flatMap((figures) => figures.rounds);
  return [
    ...rounds.flatMap(({ before, after }) => [...errorLines(before), ...errorLines(after)]),
    ...rounds
      .map(({ flood }) => flood)
      .filter(({ wanted, arrived }) => wanted !== arrived)
      .map(({ name, wanted, arrived }) => `  ✗ ${name}: ${arrived} of ${wanted} arrived`),
    ...pushes.flatMap(({ errors }) => errors),
    ...pushes
      .filter(({ missing }) => missing > 0)
      .map(({ name, missing }) => `  ✗ ${name}: the webhooks of ${missing} pushes did not arrive`),
  ];
}
