import { benchOnServers } from '../bench';
import type { Benchmark } from '../benchmark';
import { measureFaults } from './measure-faults';
import { reportOf } from './report';
import { openProduct } from './supervised-product';

export const recoveryBenchmark: Benchmark = {
  name: 'recovery',
  doc: 'how long pushes are slow after a process is killed, and after Kafka is back',
  run: (settings, progress) =>
    benchOnServers(settings, progress, async (bench) => {
      const product = await openProduct(bench);
      const recoveries = await measureFaults(bench, product);
      await product.stop();
      return reportOf(bench.machine, recoveries);
    }),
};
