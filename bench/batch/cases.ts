import type { RunResult } from '../measure/measured-run';
import type { UsageFigures } from '../measure/usage-figures';

export const BUSINESSES = 50;

export interface BatchCase {
  readonly name: string;
  /** 1 for single pushes. */
  readonly inBatchesOf: number;
  readonly connections: number;
}

export interface BatchFigures extends RunResult, UsageFigures {
  readonly name: string;
  readonly inBatchesOf: number;
  /** The rate of pushes; `perSecond` is the rate of requests. */
  readonly pushesPerSecond: number;
}

const single = (when: string): BatchCase => ({
  name: `single pushes, 64 connections, ${when}`,
  inBatchesOf: 1,
  connections: 64,
});

const batches = (connections: number): BatchCase => ({
  name: `batches of 100, ${connections} connection${connections === 1 ? '' : 's'}`,
  inBatchesOf: 100,
  connections,
});

/** The case with a goal, because a merchant with many pushes has several batches in flight. */
export const busiestCase = batches(16);

export const batchCases: readonly BatchCase[] = [
  single('before'),
  batches(1),
  batches(4),
  batches(8),
  busiestCase,
  single('after'),
];
