import { startProduct, type RunningProduct } from './given/product';
import { startTestServers, type TestServers } from './given/servers';
import { publishServers } from './given/shared-servers';

declare global {
  var testServers: TestServers | undefined;
  var testProduct: RunningProduct | undefined;
}

/** Once per run: the real servers, and on them the product, which every file of the pipeline project shares. */
export default async function globalSetup(): Promise<void> {
  const servers = await startTestServers();
  globalThis.testServers = servers;
  publishServers(servers);
  try {
    globalThis.testProduct = await startProduct();
  } catch (error) {
    await servers.stop();
    throw error;
  }
}
