/**
 * Lets work take so long and no longer. It is called off by its signal, and whoever does not listen to that is left
 * behind a little later: a hung call must not hold its place for good.
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

const GRACE = 0.1;

/** The same for what cannot be called off: it goes on, and is waited for no longer. */
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
