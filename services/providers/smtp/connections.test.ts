import { createSmtpConnections, type SmtpConnections, type SmtpSession } from './connections';
import { openSmtpStandIn, type SmtpStandIn } from './smtp-server.fixture';

describe('whoever waits for a connection', () => {
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

  it('gets the one that is given back', async () => {
    const next = connections.take(never());
    connections.giveBack(first);
    const session = await taken(next);
    expect(session).toEqual({ connection: first.connection, isReused: true });
    expect(standIn.connections).toBe(1);
  });

  it('gets a new one for the one that is dropped', async () => {
    const next = connections.take(never());
    connections.drop(first);
    expect(await taken(next)).toMatchObject({ isReused: false });
    expect(standIn.connections).toBe(2);
  });

  it('is served in turn, without those who gave up', async () => {
    const calledOff = new AbortController();
    const served: string[] = [];
    const wait = async (name: string, signal: AbortSignal) => {
      const result = await connections.take(signal);
      served.push(result.ok ? name : `${name} ${result.detail}`);
      if (result.ok) connections.giveBack(result.session);
    };
    const all = [wait('one', never()), wait('two', calledOff.signal), wait('three', never())];
    calledOff.abort();
    await all[1];
    connections.giveBack(first);
    await Promise.all(all);
    expect(served).toEqual(['two aborted', 'one', 'three']);
  });

  it('gets none after the end', async () => {
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
