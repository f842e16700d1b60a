import { errorStatus, type ErrorBody, type ErrorCode, type StoredFault } from '../../schemas/api/errors';
import type { Naming } from './answers/tables';
import type { CommandContext } from './command-context';

/** A decision looks at what is, leaves what is to be in the context, and answers. It does nothing outside of it. */
export type Decide<Body> = (context: CommandContext, body: Body) => Decision;

export interface Decision extends Partial<Naming> {
  readonly status: number;
  readonly body: object;
}

/** The command is turned down and changes nothing. */
export function refused(code: ErrorCode): Decision {
  return answered({ error_code: code });
}

/** The command is at fault, as it turned out beside what is stored. */
export function invalid(detail: readonly StoredFault[]): Decision {
  return answered({ error_code: 'common.validation_failed', detail });
}

function answered(body: ErrorBody): Decision {
  return { status: errorStatus[body.error_code], body };
}

/** The answer comes with a later command. Until then a twin is told that the first is still at it. */
export const UNDER_WAY = refused('idempotency.request_in_progress');

/** Nobody asked, so nobody is answered in detail: a timer, a sender, a provider. */
export const NOTED: Decision = { status: 200, body: {} };
