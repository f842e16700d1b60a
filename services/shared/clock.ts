/** The service's own time: every rule of the product reads it here, so that it can be moved. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
