import { callbacksService } from './callbacks/main';
import { consoleService } from './console/main';
import { inboxService } from './inbox/main';
import { ingressService } from './ingress/main';
import { pipelineService } from './pipeline/main';
import { setupService } from './setup/main';
import { runService } from './shared/process';
import type { Service } from './shared/service';
import { simulatorService } from './simulator/main';

/** One program, a role per process. */
const services: readonly Service[] = [
  ingressService,
  inboxService,
  consoleService,
  callbacksService,
  pipelineService,
  simulatorService,
  setupService,
];

const [role, ...args] = process.argv.slice(2);
const service = services.find(({ name }) => name === role);
if (service !== undefined) {
  runService(service, args);
} else if (role === '--help' || role === '-h') {
  process.stdout.write(usage());
} else {
  const what = role === undefined ? 'No service is named.' : `There is no service ${JSON.stringify(role)}.`;
  process.stderr.write(`${what}\n\n${usage()}`);
  process.exitCode = 2;
}

function usage(): string {
  const width = Math.max(...services.map(({ name }) => name.length));
  const lines = services.map(({ name, doc }) => `  ${name.padEnd(width)}  ${doc}`);
  return ['Usage: node dist/services/main.js <service> [arguments]', '', ...lines, ''].join('\n');
}
