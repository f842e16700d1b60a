import { derivedId, type IdPrefix } from '../../schemas/ids';
import type { Output } from '../runtime/records';
import type { Changes } from './state';
import type { State } from './working-set';

/** A decision sees what is and what is wished for; time and ids come with the command. It does nothing itself. */
export type Decide<Body> = (state: State, command: CommandContext, body: Body) => Decision;

export interface CommandContext {
  readonly businessId: string;
  readonly now: Date;
  /** The nth id of its kind that this command brings about: the same whenever the command is decided. */
  id(prefix: IdPrefix, index?: number): string;
}

export interface Decision {
  readonly status: number;
  readonly body: object;
  readonly changes: Changes;
  readonly outputs: readonly Output[];
}

/** The command is turned down and changes nothing. */
export function refused(status: number, errorCode: string): Decision {
  return { status, body: { error_code: errorCode }, changes: {}, outputs: [] };
}

export function contextOf(commandId: string, businessId: string, nowMs: number): CommandContext {
  return { businessId, now: new Date(nowMs), id: (prefix, index = 0) => derivedId(prefix, commandId, index) };
}
