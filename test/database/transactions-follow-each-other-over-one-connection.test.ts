import type { Transaction } from '../../streams/runtime/postgres/database';
import { insert, numbersIn, statement, useTableOfNumbers } from '../fixtures/table-of-numbers';

const database = useTableOfNumbers(10);

test('the next transaction begins before the last one is committed, and sees what that one did', async () => {
  const series = database().series();
  const order: string[] = [];
  const first = series.begin(async (transaction) => insert(transaction, 1));
  await first.flushed;
  const next = series.begin((transaction) => {
    order.push('the next has begun');
    return numbersIn(transaction);
  });
  await first.committed;
  order.push('the first is committed');
  expect(await next.committed).toEqual([1]);
  expect(order).toEqual(['the next has begun', 'the first is committed']);
});

test('when a transaction fails, the next one is separate and finds nothing of it', async () => {
  const series = database().series();
  const first = series.begin(async (transaction) => insertTwice(transaction, 1));
  await first.flushed;
  const next = series.begin(async (transaction) => {
    const numbers = await numbersIn(transaction);
    insert(transaction, 2);
    return numbers;
  });
  await expect(first.committed).rejects.toMatchObject({ code: '23505' });
  expect(await next.committed).toEqual([]);
  expect(await numbersIn(database())).toEqual([2]);
});

test('a transaction that counts on the last one is rolled back when that one fails', async () => {
  const series = database().series();
  const first = series.begin(async (transaction) => insertTwice(transaction, 1));
  await first.flushed;
  const next = series.begin(async (transaction) => {
    insert(transaction, 2);
    await first.committed;
  });
  await expect(next.flushed).rejects.toMatchObject({ code: '23505' });
  await expect(next.committed).rejects.toMatchObject({ code: '23505' });
  const last = series.begin(async (transaction) => insert(transaction, 3));
  await last.committed;
  expect(await numbersIn(database())).toEqual([3]);
});

test('no transaction begins before the last one is completely sent', async () => {
  const series = database().series();
  const first = series.begin((transaction) => numbersIn(transaction));
  expect(() => series.begin(() => Promise.resolve())).toThrow('not sent yet');
  await first.committed;
});

test('a connection that breaks fails the transactions on it, and the series goes on over another connection', async () => {
  const series = database().series();
  const first = series.begin(async (transaction) => {
    insert(transaction, 1);
    transaction.send(statement('end', 'SELECT pg_terminate_backend(pg_backend_pid())'), []);
  });
  await first.flushed;
  const next = series.begin(async (transaction) => insert(transaction, 2));
  await expect(first.committed).rejects.toThrow();
  await expect(next.committed).rejects.toThrow();
  const last = series.begin(async (transaction) => insert(transaction, 3));
  await last.committed;
  expect(await numbersIn(database())).toEqual([3]);
});

function insertTwice(transaction: Transaction, number: number): void {
  insert(transaction, number);
  insert(transaction, number);
}
