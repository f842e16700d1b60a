import { errorStatus, type ErrorBody, type ErrorCode, type StoredFault } from '../../schemas/api/errors';
import type { Naming } from './answers/tables';
import type { CommandContext } from './command-context';

/** A decision reads the working set, leaves its changes in the context, and answers. It has no other effect. */
export type Decide<Body> = (context: CommandContext, body: Body) => Decision;

export interface Decision extends Partial<Naming> {
  readonly status: number;
  readonly body: object;
}

/** The command is refused and changes nothing. */
export function refused(code: ErrorCode): Decision {
  return answered({ error_code: code });
}

/** The command has faults that only stored data or the clock show (ERR-10). */
export function invalid(detail: readonly StoredFault[]): Decision {
  return answered({ error_code: 'common.validation_failed', detail });
}

function answered(body: ErrorBody): Decision {
  return { status: errorStatus[body.error_code], body };
}

/** A later command answers. Until then a twin of the request gets this refusal (IDEM-6). */
export const UNDER_WAY = refused('idempotency.request_in_progress');

/** The answer to a timer, a sender or a provider, which read no details. */
export const NOTED: Decision = { status: 200, body: {} };
