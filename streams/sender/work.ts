import type { Send } from '../../schemas/generated/send';

/** An attempt that this process works on, from the record that asks for it to the report. */
export interface Work {
  readonly businessId: string;
  readonly sendId: string;
  readonly attempt: number;
  /** Called when the records that ask for the attempt need not be read again. A repeated record adds its own. */
  readonly finished: (() => void)[];
  /** Claims that may or may not have been committed. The provider was certainly not called after any of them. */
  readonly doubtfulClaims: string[];
}

export function workOf({ business_id, send_id, attempt }: Send, finished: () => void): Work {
  return { businessId: business_id, sendId: send_id, attempt, finished: [finished], doubtfulClaims: [] };
}

export function workKey({ sendId, attempt }: Pick<Work, 'sendId' | 'attempt'>): string {
  return `${sendId} ${attempt}`;
}
