import { insert, numbersIn, statement, useTableOfNumbers } from '../fixtures/table-of-numbers';

// One connection, so that every transaction gets what the one before left behind.
const database = useTableOfNumbers(1);

test('statements that nobody waited for are committed with those that somebody did', async () => {
  const seen = await database().transaction(async (transaction) => {
    insert(transaction, 1);
    const numbers = await numbersIn(transaction);
    insert(transaction, 2);
    return numbers;
  });
  expect(seen).toEqual([1]);
  expect(await numbersIn(database())).toEqual([1, 2]);
});

test('a statement that fails takes all others with it, although the commit is on its way behind it', async () => {
  const failing = database().transaction((transaction) => {
    insert(transaction, 1);
    insert(transaction, 1);
    insert(transaction, 2);
    return Promise.resolve();
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await numbersIn(database())).toEqual([]);
});

test('what failed is told, and not what was refused because of it', async () => {
  const failing = database().transaction(async (transaction) => {
    insert(transaction, 1);
    insert(transaction, 1);
    return numbersIn(transaction);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
});

test('a failure that is caught on the way is still no commit', async () => {
  const failing = database().transaction(async (transaction) => {
    insert(transaction, 1);
    await transaction.query(statement('defect', 'SELECT 1 / 0'), []).catch(() => undefined);
  });
  await expect(failing).rejects.toThrow('the transaction was rolled back');
  expect(await numbersIn(database())).toEqual([]);
});

test('work that throws takes its statements back, and the connection serves the next', async () => {
  const failing = database().transaction((transaction) => {
    insert(transaction, 1);
    return Promise.reject(new Error('a change of mind'));
  });
  await expect(failing).rejects.toThrow('a change of mind');
  await database().transaction(async (transaction) => insert(transaction, 3));
  expect(await numbersIn(database())).toEqual([3]);
});
