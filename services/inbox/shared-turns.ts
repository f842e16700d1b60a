/**
 * Makes many single asks few common ones: whatever is asked for while `work` is under way waits, and goes with the next
 * turn, `most` at a time.
 */
export function shareTurns<Ask, Answer>(
  most: number,
  work: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = [];
  let turns = 0;

  const takeTurn = (): void => {
    if (turns >= MOST_TURNS || waiting.length === 0) return;
    const taken = waiting.splice(0, most);
    turns += 1;
    work(taken.map(({ ask }) => ask))
      .then(
        (answers) => taken.forEach(({ resolve }, index) => resolve(answers[index]!)),
        (error: unknown) => taken.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        turns -= 1;
        takeTurn();
      });
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      takeTurn();
    });
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** While the answers of one turn are made use of, the next is under way. */
const MOST_TURNS = 2;
