import { UNDER_WAY_STATUS } from '../runtime/commands/outcomes';
import type { Naming } from './answers/state';
import type { Turn } from './turn';

/** A decision looks at what is, leaves what is to be in the turn, and answers. It does nothing outside of it. */
export type Decide<Body> = (turn: Turn, body: Body) => Decision;

export interface Decision extends Partial<Naming> {
  readonly status: number;
  readonly body: object;
}

/** The command is turned down and changes nothing. */
export function refused(status: number, errorCode: string): Decision {
  return { status, body: { error_code: errorCode } };
}

/** The answer comes with a later command. Until then a twin is told that the first is still at it. */
export const UNDER_WAY: Decision = {
  status: UNDER_WAY_STATUS,
  body: { error_code: 'idempotency.request_in_progress' },
};

/** Nobody asked, so nobody is answered in detail: a timer, a sender, a provider. */
export const NOTED: Decision = { status: 200, body: {} };
