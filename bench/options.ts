import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Benchmark, BenchmarkSettings } from './benchmark';

export type Options =
  | { readonly outcome: 'help' }
  | { readonly outcome: 'mistake'; readonly message: string }
  | { readonly outcome: 'run'; readonly benchmark: Benchmark; readonly settings: BenchmarkSettings };

const SECONDS = 10;
const QUICK_SECONDS = 3;
/** A longer run yields no better figures and fills the disk. */
const MOST_SECONDS = 120;

export function readOptions(args: readonly string[], benchmarks: readonly Benchmark[]): Options {
  const read = parse(args);
  if (typeof read === 'string') return mistake(read);
  const { values, positionals } = read;
  if (values.help === true) return { outcome: 'help' };
  const [name, extra] = positionals;
  if (name === undefined) return mistake('Name a benchmark.');
  if (extra !== undefined) {
    return mistake(`Name one benchmark at a time, without ${JSON.stringify(extra)}.`);
  }
  const benchmark = benchmarks.find((candidate) => candidate.name === name);
  if (benchmark === undefined) {
    return mistake(`There is no benchmark ${JSON.stringify(name)}. Choose one of this list.`);
  }
  const quick = values.quick === true;
  const seconds = Number(values.seconds ?? (quick ? QUICK_SECONDS : SECONDS));
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MOST_SECONDS) {
    return mistake(
      `--seconds is ${JSON.stringify(values.seconds)}. Set it to a whole number from 1 to ${MOST_SECONDS}.`,
    );
  }
  const profileFolder = values.profile === undefined ? undefined : resolve(values.profile);
  return { outcome: 'run', benchmark, settings: { seconds, quick, profileFolder } };
}

export function usage(benchmarks: readonly Benchmark[]): string {
  return `Usage: npm run bench -- <benchmark> [options]

${benchmarks.map(({ name, doc }) => `  ${name.padEnd(8)}  ${doc}`).join('\n')}

Options:
  --seconds N    how long each case is measured (${SECONDS}, at most ${MOST_SECONDS})
  --quick        ${QUICK_SECONDS} s a case and little warm-up: a look, not a measurement
  --profile DIR  leave CPU profiles of the services in DIR; push then runs the case at 64 connections alone
  --help

It starts servers and services of its own on free ports and removes their data afterwards. Its figures are only as
quiet as the machine: end other work first.
`;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seconds: { type: 'string' },
        quick: { type: 'boolean' },
        profile: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return (error as Error).message;
  }
}

function mistake(message: string): Options {
  return { outcome: 'mistake', message };
}
