import { startProduct, type RunningProduct } from './given/product';
import { startTestServers, type TestServers } from './given/servers';
import { publishServers } from './given/shared-servers';

declare global {
  var testServers: TestServers | undefined;
  var testProduct: RunningProduct | undefined;
}

/** Once per run: the real servers, and on them the product, which every file of the pipeline project shares. */
export default async function globalSetup(): Promise<void> {
  globalThis.testServers = await startTestServers();
  publishServers(globalThis.testServers);
  globalThis.testProduct = await startProduct();
}
