/**
 * Gives work a time limit. At the limit, or when `calledOff` aborts, the signal of the work aborts. Work that ignores
 * its signal is abandoned a little later, because a hung call must not keep its place for ever.
 */
export type WithinDeadline = <Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  limits: { readonly timeoutMs: number; readonly calledOff: AbortSignal },
) => Promise<Result | 'overdue'>;

export const withinDeadline: WithinDeadline = async (work, { timeoutMs, calledOff }) => {
  const deadline = new AbortController();
  let leave: (overdue: 'overdue') => void = () => undefined;
  let leaving: NodeJS.Timeout | undefined;
  const overdue = new Promise<'overdue'>((resolve) => {
    leave = resolve;
  });
  const abort = (): void => {
    deadline.abort();
    leaving ??= setTimeout(leave, timeoutMs * GRACE, 'overdue');
  };
  const timer = setTimeout(abort, timeoutMs);
  calledOff.addEventListener('abort', abort);
  if (calledOff.aborted) abort();
  try {
    return await Promise.race([work(deadline.signal), overdue]);
  } finally {
    calledOff.removeEventListener('abort', abort);
    clearTimeout(timer);
    clearTimeout(leaving);
  }
};

/** The time for reacting to the signal, as a share of the time limit. */
const GRACE = 0.1;

/** Waits for work that cannot be cancelled. After the time limit the work goes on, but the caller no longer waits. */
export async function inTime<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result | 'overdue'> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<'overdue'>((resolve) => {
    timer = setTimeout(() => resolve('overdue'), timeoutMs);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
