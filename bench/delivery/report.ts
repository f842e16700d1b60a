import { cpuTable } from '../measure/cpu-table';
import { goalTable } from '../measure/goals';
import { reportText, type Table } from '../measure/report-text';
import { milliseconds, rate } from '../measure/texts';
import { goalFigures, insertsOf } from './goals';
import type { SenderFigures } from './measure-senders';
import type { StormFigures } from './measure-storm';
import type { FiringFigures, TimerFigures } from './measure-timers';
import type { DeliveryFigures } from './figures';

const PROVIDER =
  'The provider is a lean stand-in in a process of its own, not the simulator (how far that would be the limit was not ' +
  'measured); it reports each delivery to the callbacks service.';

export function reportOf(report: DeliveryFigures): string {
  const { machine, senders, chain, timers } = report;
  return reportText({
    machine,
    body: [
      PROVIDER,
      chainTable(report),
      sendersTable(senders),
      timersTable(timers),
      stormTable(report.storm),
      cpuTable('µs of CPU per submission', [...chain, ...senders]),
      goalTable(goalFigures(report)),
    ],
    errors: errorsOf(report),
    noErrors: 'No errors: every push was accepted, submitted and, where it was due, fired.',
  });
}

function chainTable({ floors, chain }: DeliveryFigures): Table {
  const inserts = insertsOf(floors);
  return [
    ['emails, from accepted push to submission', 'pushes', 'submitted', 'of inserts', 'p50 ms', 'p99 ms'],
    ...floors.map(({ perSecond, measuredBy }, index) => [
      `floor ${index === 0 ? 'before' : 'after'}: inserts, 64 (${measuredBy})`,
      '',
      rate(perSecond),
      '',
      '',
      '',
    ]),
    ...chain.map(({ name, acceptedPerSecond, submittedPerSecond, delay }) => [
      name,
      rate(acceptedPerSecond),
      rate(submittedPerSecond),
      (submittedPerSecond / inserts).toFixed(3),
      milliseconds(delay.p50Ms),
      milliseconds(delay.p99Ms),
    ]),
  ];
}

function sendersTable(senders: readonly SenderFigures[]): Table {
  const cell = (channel: string, processes: number): string => {
    const found = senders.find((one) => one.channel === channel && one.processes === processes);
    return found === undefined ? '' : rate(found.perSecond);
  };
  const channels = [...new Set(senders.map(({ channel }) => channel))];
  return [
    ['submissions of what had piled up', 'one sender', 'two senders'],
    ...channels.map((channel) => [channel, cell(channel, 1), cell(channel, 2)]),
  ];
}

function timersTable({ pending, memoryBefore, memoryAfter, steady, burst }: TimerFigures): Table {
  const row = ({ name, perSecond, lateness }: FiringFigures): string[] => [
    name,
    rate(perSecond),
    milliseconds(lateness.p50Ms),
    milliseconds(lateness.p99Ms),
  ];
  const memory = `${memoryBefore.toFixed(0)} → ${memoryAfter.toFixed(0)} MB`;
  return [
    [`timers, ${pending} more pending (memory ${memory})`, 'fired', 'late by p50 ms', 'p99 ms'],
    row(steady),
    row(burst),
  ];
}

function stormTable({ deadlines, othersPerSecond, appliedAfterMs, before, during }: StormFigures): Table {
  return [
    [
      `${deadlines} deadlines of one business at once`,
      's',
      `pushes of others, ${othersPerSecond}/s`,
      'p50 ms',
      'p99 ms',
    ],
    ['before', '', String(before.pushes), milliseconds(before.p50Ms), milliseconds(before.p99Ms)],
    [
      'until all are applied',
      (appliedAfterMs / 1_000).toFixed(1),
      String(during.pushes),
      milliseconds(during.p50Ms),
      milliseconds(during.p99Ms),
    ],
  ];
}

function errorsOf({ senders, chain, timers, storm }: DeliveryFigures): string[] {
  return [
    ...senders
      .filter(({ sent, wanted }) => sent !== wanted)
      .map(({ name, sent, wanted }) => `  ✗ ${name}: ${sent} of ${wanted} submitted`),
    ...chain.flatMap(({ errors }) => errors),
    ...chain
      .filter(({ missing }) => missing > 0)
      .map(({ name, missing }) => `  ✗ ${name}: ${missing} accepted and not submitted`),
    ...[timers.steady, timers.burst]
      .filter(({ fired, wanted }) => fired !== wanted)
      .map(({ name, fired }) => `  ✗ ${name}: ${fired} fired`),
    ...storm.errors,
  ];
}
