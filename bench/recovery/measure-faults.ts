import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../bench';
import { milliseconds } from '../measure/texts';
import { SERVICES, type SupervisedProduct, type SupervisedService } from './supervised-product';

export const KAFKA = 'Kafka';
export const FAULTS = [...SERVICES, KAFKA] as const;
export type Fault = (typeof FAULTS)[number];

/** The recovery from one fault, in milliseconds; NaN if it took too long. */
export interface Recovery {
  readonly fault: Fault;
  /** Until everything was ready, from the start of the process or, for Kafka, from when the broker served again. */
  readonly readyMs: number;
  /** Until pushes were quick, from the kill or, for Kafka, from when the broker served again; 0 if none was slow. */
  readonly quickMs: number;
  /** CPU time of the start of the process. */
  readonly cpuMs: number;
}

const ROUNDS = 5;
/** The supervisor pauses longer before a restart if there was another within a minute. */
const ROUND_MS = 61_000;
const SETTLE_MS = 3_000;
const KAFKA_AWAY_MS = 3_000;
const LONGEST_MS = 90_000;
const POLL_MS = 50;

export async function measureFaults(
  { settings, progress }: Bench,
  product: SupervisedProduct,
): Promise<Recovery[]> {
  const recoveries: Recovery[] = [];
  const rounds = settings.quick ? 1 : ROUNDS;
  for (let round = 1; round <= rounds; round += 1) {
    const startedAtMs = performance.now();
    for (const fault of FAULTS) {
      await delay(SETTLE_MS);
      const name = `round ${round} of ${rounds}, ${fault}`;
      const measuring = fault === KAFKA ? loseKafka(product) : kill(product, fault);
      const done = ({ readyMs, quickMs }: Recovery): string =>
        `${name}: ready after ${milliseconds(readyMs)} ms, pushes quick after ${milliseconds(quickMs)} ms`;
      recoveries.push(await progress.step(name, measuring, done));
    }
    if (round < rounds) await delay(Math.max(0, startedAtMs + ROUND_MS - performance.now()));
  }
  return recoveries;
}

async function kill(product: SupervisedProduct, fault: SupervisedService): Promise<Recovery> {
  const killedAtMs = performance.now();
  const { startedAtMs, readyAtMs, cpuMs } = await product.kill(fault);
  const quickAtMs = await product.canary.quickAgain(killedAtMs, LONGEST_MS);
  return {
    fault,
    readyMs: readyAtMs - startedAtMs,
    quickMs: (quickAtMs ?? Number.NaN) - killedAtMs,
    cpuMs,
  };
}

async function loseKafka(product: SupervisedProduct): Promise<Recovery> {
  await product.stopKafka();
  await delay(KAFKA_AWAY_MS);
  await product.startKafka();
  const backAtMs = performance.now();
  const [readyAtMs, quickAtMs] = await Promise.all([
    untilAllReady(product, backAtMs + LONGEST_MS),
    product.canary.quickAgain(backAtMs, LONGEST_MS),
  ]);
  return {
    fault: KAFKA,
    readyMs: (readyAtMs ?? Number.NaN) - backAtMs,
    quickMs: (quickAtMs ?? Number.NaN) - backAtMs,
    cpuMs: Number.NaN,
  };
}

async function untilAllReady(product: SupervisedProduct, deadlineMs: number): Promise<number | undefined> {
  while (performance.now() < deadlineMs) {
    if (await product.areAllReady()) return performance.now();
    await delay(POLL_MS);
  }
  return undefined;
}
