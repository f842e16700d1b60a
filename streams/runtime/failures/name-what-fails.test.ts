import { nameWhatFails } from './name-what-fails';

describe('a server at its first use', () => {
  const use = (error: Error) => nameWhatFails('the database at DATABASE_URL', Promise.reject(error));

  it('gives what it gives', async () => {
    await expect(nameWhatFails('the database at DATABASE_URL', Promise.resolve(7))).resolves.toBe(7);
  });

  it('is named with what happened beneath the words of its client', async () => {
    const refused = new Error('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
    await expect(use(refused)).rejects.toThrow(
      'the database at DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  it('is named with a code where there are no words', async () => {
    const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    await expect(use(refused)).rejects.toThrow('the database at DATABASE_URL cannot be used: ECONNREFUSED');
  });
});
