import { z } from 'zod';
import { openHome } from '../../bench/home';
import { startServers } from '../../bench/servers';
import { addressOf, OPERATOR_TOKEN, serviceStarter } from '../../bench/services';
import { freePorts, type Ports } from '../../services/local/ports';
import { showProgress, type Progress } from '../../services/local/progress';
import { installSchemathesis, runSchemathesis } from './schemathesis';

void main().then((code) => process.exit(code));

/** `npm run test:contract`: real servers and services, and a stranger who has read only the published document. */
async function main(): Promise<number> {
  const progress = showProgress(process.stdout);
  try {
    await progress.step('schemathesis', installSchemathesis(), (done) => done);
    const isKept = await testContract(progress);
    progress.line(
      isKept ? '✓ The API keeps what its document says.' : '✗ The API does not keep its document: see above.',
    );
    return isKept ? 0 : 1;
  } catch (error) {
    process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function testContract(progress: Progress): Promise<boolean> {
  const home = await openHome();
  try {
    const ports = await freePorts();
    const servers = await startServers(home.path, ports, progress);
    const start = serviceStarter({ home: home.path, ports, servers, profileFolder: undefined });
    await progress.step('setup', start.setUp(), () => 'Database, topics and schemas are set up');
    const starts = Promise.all([start.ledger(), start.console(), start.ingress()]);
    await progress.step('services', starts, () => 'The services are ready');
    return await runSchemathesis(addressOf(ports.INGRESS_PORT), await createBusiness(ports));
  } finally {
    await progress.step('stopping', home.close(), () => 'Everything is stopped and removed');
  }
}

const Created = z.object({ api_key: z.string() });

/** Without a rate limit to speak of: a refusal for speed would hide every other answer. */
async function createBusiness(ports: Ports): Promise<string> {
  const answer = await fetch(`${addressOf(ports.CONSOLE_PORT)}/admin/v1/businesses`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
    body: JSON.stringify({ name: 'Contract', requests_per_second: 100_000, burst: 1_000_000 }),
  });
  if (answer.status !== 201) throw new Error(`The console answered ${answer.status}: ${await answer.text()}`);
  return Created.parse(await answer.json()).api_key;
}
