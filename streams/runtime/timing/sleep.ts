/** Lets time pass; with 0 or less a turn of the event loop, in which whatever is ready happens first. */
export type Rest = (ms: number) => Promise<void>;

export const rest: Rest = (ms) =>
  new Promise((resolve) => {
    if (ms > 0) setTimeout(resolve, ms);
    else setImmediate(resolve);
  });
