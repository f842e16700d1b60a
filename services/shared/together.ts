/**
 * Makes the calls of one turn of the event loop as one. Under load answers, and so requests, come in bursts, and to Redis
 * a call with twenty items costs little more than a call with one.
 */
export function together<Item, Answer>(
  callForAll: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];

  const flush = (): void => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MOST_ITEMS) {
      void settle(all.slice(from, from + MOST_ITEMS), callForAll);
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ item, resolve, reject }) === 1) setImmediate(flush);
    });
}

/** A script keeps Redis from everything else while it runs: this many take it about a millisecond. */
const MOST_ITEMS = 100;

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

async function settle<Item, Answer>(
  calls: readonly Waiting<Item, Answer>[],
  callForAll: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await callForAll(calls.map(({ item }) => item));
    for (const [index, { resolve }] of calls.entries()) resolve(answers[index]!);
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}
