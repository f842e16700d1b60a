import { nameWhatFails } from './name-what-fails';

describe('the first use of a server', () => {
  const use = (error: Error) => nameWhatFails('the database at DATABASE_URL', Promise.reject(error));

  it('returns the result', async () => {
    await expect(nameWhatFails('the database at DATABASE_URL', Promise.resolve(7))).resolves.toBe(7);
  });

  it('fails with the name of the server and the cause below the message of its client', async () => {
    const refused = new Error('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
    await expect(use(refused)).rejects.toThrow(
      'the database at DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  it('fails with the name of the server and a code if there is no message', async () => {
    const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    await expect(use(refused)).rejects.toThrow('the database at DATABASE_URL cannot be used: ECONNREFUSED');
  });
});
