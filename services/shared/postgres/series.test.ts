import type { Pool } from 'pg';
import { classifyFailure } from '../../../streams/runtime/failures/failures';
import { PostgresSeries } from './series';

test.each([
  ['the certificate of the server has expired', 'CERT_HAS_EXPIRED'],
  ['this process has no file left for a socket', 'EMFILE'],
  ['this machine has no port left for a connection', 'EADDRNOTAVAIL'],
])(
  'a connection that cannot be opened is an outage, not a fault of the command: %s',
  async (message, code) => {
    const cause = Object.assign(new Error(message), { code });
    const pool = { connect: () => Promise.reject(cause) } as unknown as Pool;
    const work = jest.fn();
    const { committed } = new PostgresSeries(pool, jest.fn()).begin(work);
    const failure: unknown = await committed.catch((error: unknown) => error);
    expect([classifyFailure(failure), work.mock.calls]).toEqual(['outage', []]);
    expect(failure).toMatchObject({ cause });
  },
);
