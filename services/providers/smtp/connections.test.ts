import { createSmtpConnections, type SmtpConnections, type SmtpSession } from './connections';
import { openSmtpStandIn, type SmtpStandIn } from './smtp-server.fixture';

describe('a submission that waits for a connection', () => {
  let standIn: SmtpStandIn;
  let connections: SmtpConnections;
  let first: SmtpSession;
  beforeEach(async () => {
    standIn = await openSmtpStandIn();
    connections = createSmtpConnections({ url: standIn.url, maxConnections: 1 });
    first = await taken(connections.take(never()));
  });
  afterEach(async () => {
    connections.close();
    await standIn.close();
  });

  it('gets one that is returned', async () => {
    const next = connections.take(never());
    connections.giveBack(first);
    const session = await taken(next);
    expect(session).toEqual({ connection: first.connection, isReused: true });
    expect(standIn.connections).toBe(1);
  });

  it('gets a new one in place of one that is dropped', async () => {
    const next = connections.take(never());
    connections.drop(first);
    expect(await taken(next)).toMatchObject({ isReused: false });
    expect(standIn.connections).toBe(2);
  });

  it('is served in order of arrival, past those that were cancelled', async () => {
    const cancelled = new AbortController();
    const served: string[] = [];
    const wait = async (name: string, signal: AbortSignal) => {
      const result = await connections.take(signal);
      served.push(result.ok ? name : `${name} ${result.detail}`);
      if (result.ok) connections.giveBack(result.session);
    };
    const all = [wait('one', never()), wait('two', cancelled.signal), wait('three', never())];
    cancelled.abort();
    await all[1];
    connections.giveBack(first);
    await Promise.all(all);
    expect(served).toEqual(['two aborted', 'one', 'three']);
  });

  it('gets none once the connections are closed', async () => {
    const next = connections.take(never());
    connections.close();
    connections.giveBack(first);
    expect(await next).toEqual({ ok: false, detail: 'closed' });
    expect(first.connection.destroyed).toBe(true);
  });
});

function never(): AbortSignal {
  return new AbortController().signal;
}

async function taken(result: ReturnType<SmtpConnections['take']>): Promise<SmtpSession> {
  const settled = await result;
  if (!settled.ok) throw new Error(settled.detail);
  return settled.session;
}
