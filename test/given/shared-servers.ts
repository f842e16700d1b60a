import type { TestServers } from './servers';

export type SharedServers = Omit<TestServers, 'stop'>;

const VARIABLE = 'NUDGELINE_TEST_SERVERS';

/** Jest's workers are processes of their own; what the set-up knows reaches them by environment. */
export function publishServers({ stop: _stop, ...servers }: TestServers): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

export function sharedServers(): SharedServers {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('the test servers are not running: run this file with Jest');
  return JSON.parse(text) as SharedServers;
}
