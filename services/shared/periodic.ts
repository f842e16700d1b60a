/**
 * Repeats a task, with a pause after each run, so a slow run is never overtaken by the next. A task of many steps asks
 * between them whether it should stop.
 */
export function every(
  pauseMs: number,
  task: (isStopped: () => boolean) => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = task(() => stopped)
        .catch(onError)
        .then(schedule);
    }, pauseMs);
  };
  schedule();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
