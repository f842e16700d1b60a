import { insert, numbersIn, statement, useTableOfNumbers } from '../fixtures/table-of-numbers';

// There is one connection, so every transaction gets the state that the one before left behind.
const database = useTableOfNumbers(1);

test('statements that were not awaited are committed with those that were', async () => {
  const seen = await database().transaction(async (transaction) => {
    insert(transaction, 1);
    const numbers = await numbersIn(transaction);
    insert(transaction, 2);
    return numbers;
  });
  expect(seen).toEqual([1]);
  expect(await numbersIn(database())).toEqual([1, 2]);
});

test('a statement that fails rolls back all others, although the commit is already on its way behind it', async () => {
  const failing = database().transaction((transaction) => {
    insert(transaction, 1);
    insert(transaction, 1);
    insert(transaction, 2);
    return Promise.resolve();
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await numbersIn(database())).toEqual([]);
});

test('the error names the statement that failed, not the ones refused because of it', async () => {
  const failing = database().transaction(async (transaction) => {
    insert(transaction, 1);
    insert(transaction, 1);
    return numbersIn(transaction);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
});

test('a failure that the work catches still rolls the transaction back', async () => {
  const failing = database().transaction(async (transaction) => {
    insert(transaction, 1);
    await transaction.query(statement('defect', 'SELECT 1 / 0'), []).catch(() => undefined);
  });
  await expect(failing).rejects.toThrow('the transaction was rolled back');
  expect(await numbersIn(database())).toEqual([]);
});

test('work that throws rolls its statements back, and the connection serves the next transaction', async () => {
  const failing = database().transaction((transaction) => {
    insert(transaction, 1);
    return Promise.reject(new Error('a change of mind'));
  });
  await expect(failing).rejects.toThrow('a change of mind');
  await database().transaction(async (transaction) => insert(transaction, 3));
  expect(await numbersIn(database())).toEqual([3]);
});
