/** Makes one call for many items. The answers are in the order of the items. */
export type CallForAll<Item, Answer> = (items: readonly Item[]) => Promise<readonly Answer[]>;

/**
 * Makes a call at once while fewer than `mostCalls` are under way. Otherwise items wait and share the next call,
 * `mostItems` at a time.
 */
export function shareWhileBusy<Item, Answer>(
  { mostItems, mostCalls }: { readonly mostItems: number; readonly mostCalls: number },
  callForAll: CallForAll<Item, Answer>,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;

  const callNext = (): void => {
    if (underWay >= mostCalls || waiting.length === 0) return;
    underWay += 1;
    void answerAll(waiting.splice(0, mostItems), callForAll).then(() => {
      underWay -= 1;
      callNext();
    });
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      callNext();
    });
}

/** Items of one turn of the event loop share a call, `mostItems` at a time. No call waits for another. */
export function shareWithinTick<Item, Answer>(
  mostItems: number,
  callForAll: CallForAll<Item, Answer>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];

  const callAll = (): void => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += mostItems) {
      void answerAll(all.slice(from, from + mostItems), callForAll);
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ item, resolve, reject }) === 1) setImmediate(callAll);
    });
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

async function answerAll<Item, Answer>(
  asked: readonly Waiting<Item, Answer>[],
  callForAll: CallForAll<Item, Answer>,
): Promise<void> {
  try {
    const answers = await callForAll(asked.map(({ item }) => item));
    for (const [index, { resolve }] of asked.entries()) resolve(answers[index]!);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
