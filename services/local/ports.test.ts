import { createServer, type Server } from 'node:net';
import { freePorts, readPorts, requireFreePorts } from './ports';

describe('ports of the local instance', () => {
  let stranger: Server | undefined;

  afterEach(() => stranger?.close());

  it('names every taken port and its variable at once', async () => {
    const ports = await freePorts();
    stranger = await listen(ports.INGRESS_PORT);
    const twice = { ...ports, LOCAL_REDIS_PORT: ports.CONSOLE_PORT };
    const started = requireFreePorts(twice, [
      'INGRESS_PORT',
      'CONSOLE_PORT',
      'PIPELINE_PORT',
      'LOCAL_REDIS_PORT',
    ]);
    await expect(started).rejects.toThrow(
      [
        'Cannot start:',
        `  port ${ports.INGRESS_PORT} is taken: set INGRESS_PORT to a free one`,
        `  port ${ports.CONSOLE_PORT} is taken: set LOCAL_REDIS_PORT to a free one`,
      ].join('\n'),
    );
  });

  it('leaves the ports that it checked free', async () => {
    const ports = await freePorts();
    await requireFreePorts(ports, ['INGRESS_PORT']);
    stranger = await listen(ports.INGRESS_PORT);
    expect(stranger.listening).toBe(true);
  });

  it('finds other ports than a concurrent process, before either uses them', async () => {
    const ours = Object.values(await freePorts(4_000));
    const theirs = Object.values(await freePorts(4_001));
    expect(Math.max(...ours)).toBeLessThan(Math.min(...theirs));
  });

  it('never finds a port twice in a row, even if it is still unused', async () => {
    const found = await Promise.all(Array.from({ length: 10 }, () => freePorts()));
    const ports = found.flatMap((all) => Object.values(all));
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('prefers the environment to the default and refuses a value that is not a port', () => {
    expect(readPorts({ CONSOLE_PORT: '9000', INBOX_PORT: '' })).toMatchObject({
      INGRESS_PORT: 8080,
      INBOX_PORT: 8081,
      CONSOLE_PORT: 9000,
    });
    expect(() => readPorts({ INGRESS_PORT: '80a' })).toThrow('INGRESS_PORT is "80a", which is not a port.');
    expect(() => readPorts({ INGRESS_PORT: '70000' })).toThrow('INGRESS_PORT');
  });
});

function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
  });
}
