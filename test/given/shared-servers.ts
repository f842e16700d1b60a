import type { TestServers } from './servers';

export interface SharedServers extends Omit<TestServers, 'stop'> {
  /** Where worlds get their brokers from. */
  readonly brokerLenderUrl: string;
}

const VARIABLE = 'NUDGELINE_TEST_SERVERS';

/** Jest's workers are processes of their own; what the set-up knows reaches them by environment. */
export function publishServers({ stop: _stop, ...servers }: SharedServers & TestServers): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

export function sharedServers(): SharedServers {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('the test servers are not running: run this file with Jest');
  return JSON.parse(text) as SharedServers;
}
