import type { BenchmarkSettings } from '../benchmark';
import type { LoadShape } from '../load/load-order';

export const BUSINESSES = 50;

export interface PushCase {
  readonly key: 'alone' | 'at64' | 'at512' | 'hot' | 'steady';
  readonly name: string;
  readonly businesses: number;
  readonly shape: LoadShape;
}

const pushCases: readonly PushCase[] = [
  { key: 'alone', name: '1 connection', businesses: BUSINESSES, shape: { kind: 'closed', connections: 1 } },
  { key: 'at64', name: '64 connections', businesses: BUSINESSES, shape: { kind: 'closed', connections: 64 } },
  { key: 'hot', name: '64, one business', businesses: 1, shape: { kind: 'closed', connections: 64 } },
  {
    key: 'at512',
    name: '512 connections',
    businesses: BUSINESSES,
    shape: { kind: 'closed', connections: 512 },
  },
  { key: 'steady', name: '100/s offered', businesses: BUSINESSES, shape: { kind: 'open', perSecond: 100 } },
];

/** Profiles are taken of the case in which throughput and latency both matter. */
export function casesFor({ profileFolder }: BenchmarkSettings): readonly PushCase[] {
  return profileFolder === undefined ? pushCases : pushCases.filter(({ key }) => key === 'at64');
}
