import type { RunResult } from '../measure/measured-run';
import type { UsageFigures } from '../measure/usage-figures';

export const BUSINESSES = 50;

export interface BatchCase {
  readonly name: string;
  /** 1: single pushes. */
  readonly inBatchesOf: number;
  readonly connections: number;
}

export interface BatchFigures extends RunResult, UsageFigures {
  readonly name: string;
  readonly inBatchesOf: number;
  /** Of pushes; `perSecond` is of requests. */
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

/** The one with a goal: whoever has many pushes to make has several batches under way. */
export const busiestCase = batches(16);

export const batchCases: readonly BatchCase[] = [
  single('before'),
  batches(1),
  batches(4),
  batches(8),
  busiestCase,
  single('after'),
];
