import { Counter, type Registry } from 'prom-client';

/** Where a token was shown: in the sign-in form of the page, or with a call of the API. */
export type ShownAt = 'page' | 'api';

export const tokenOutcomes = ['accepted', 'wrong_token', 'throttled'] as const;
export type TokenOutcome = (typeof tokenOutcomes)[number];

export interface ConsoleTelemetry {
  tokenShown(at: ShownAt, outcome: TokenOutcome): void;
}

export function createConsoleTelemetry(registry: Registry): ConsoleTelemetry {
  const signIns = new Counter({
    name: 'console_sign_ins_total',
    help: 'Operator tokens shown, in the form of the page or with a call of the API, by outcome.',
    labelNames: ['at', 'outcome'],
    registers: [registry],
  });
  // An alarm on an increase misses the first increment of a series that does not exist yet.
  for (const at of ['page', 'api']) for (const outcome of tokenOutcomes) signIns.inc({ at, outcome }, 0);
  return {
    tokenShown: (at, outcome) => {
      signIns.inc({ at, outcome });
    },
  };
}
