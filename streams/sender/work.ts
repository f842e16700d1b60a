import type { Send } from '../../schemas/generated/send';

/** An attempt that a record asked for, on its way through this process. */
export interface Work {
  readonly businessId: string;
  readonly sendId: string;
  readonly attempt: number;
  /** To be called when the records that asked for it need never be read again; a repeat adds its own. */
  readonly finished: (() => void)[];
  /** Claims of which nobody knows whether they were committed. The provider was certainly not called under them. */
  readonly doubtfulClaims: string[];
}

export function workOf({ business_id, send_id, attempt }: Send, finished: () => void): Work {
  return { businessId: business_id, sendId: send_id, attempt, finished: [finished], doubtfulClaims: [] };
}

export function workKey({ sendId, attempt }: Pick<Work, 'sendId' | 'attempt'>): string {
  return `${sendId} ${attempt}`;
}
