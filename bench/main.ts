import { showProgress } from '../services/local/progress';
import { batchBenchmark } from './batch/benchmark';
import type { Benchmark } from './benchmark';
import { deliveryBenchmark } from './delivery/benchmark';
import { erasureBenchmark } from './erasure/benchmark';
import { inboxBenchmark } from './inbox/benchmark';
import { readOptions, usage } from './options';
import { pushBenchmark } from './push/benchmark';
import { recoveryBenchmark } from './recovery/benchmark';
import { webhooksBenchmark } from './webhooks/benchmark';

const benchmarks: readonly Benchmark[] = [
  pushBenchmark,
  batchBenchmark,
  deliveryBenchmark,
  webhooksBenchmark,
  inboxBenchmark,
  erasureBenchmark,
  recoveryBenchmark,
];

void main(process.argv.slice(2)).then((code) => process.exit(code));

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args, benchmarks);
  switch (options.outcome) {
    case 'help':
      process.stdout.write(usage(benchmarks));
      return 0;
    case 'mistake':
      process.stderr.write(`${options.message}\n\n${usage(benchmarks)}`);
      return 2;
    case 'run':
  }
  try {
    await options.benchmark.run(options.settings, showProgress(process.stdout));
    return 0;
  } catch (error) {
    process.stderr.write(`✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  }
}
