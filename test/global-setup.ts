import { registerSchemas } from '../streams/runtime/codec';
import { startTestServers, type TestServers } from './servers';
import { publishServers } from './shared-servers';

declare global {
  var testServers: TestServers | undefined;
}

/** Once per run: the real servers that every file of the pipeline project shares. */
export default async function globalSetup(): Promise<void> {
  globalThis.testServers = await startTestServers();
  await registerSchemas(globalThis.testServers.schemaRegistryUrl);
  publishServers(globalThis.testServers);
}
