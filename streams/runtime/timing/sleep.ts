/** Waits for this time. With 0 or less it waits for one turn of the event loop, so that everything ready runs first. */
export type Rest = (ms: number) => Promise<void>;

export const rest: Rest = (ms) =>
  new Promise((resolve) => {
    if (ms > 0) setTimeout(resolve, ms);
    else setImmediate(resolve);
  });
