import { openBrokerLender, type BrokerLender } from './given/broker-lender';
import { startProduct, type RunningProduct } from './given/product';
import { startTestServers, type TestServers } from './given/servers';
import { publishServers } from './given/shared-servers';

declare global {
  var testServers: TestServers | undefined;
  var testBrokers: BrokerLender | undefined;
  var testProduct: RunningProduct | undefined;
}

/** Once per run: the real servers, and on them the product, which every file of the pipeline project shares. */
export default async function globalSetup(): Promise<void> {
  const servers = await startTestServers();
  globalThis.testServers = servers;
  globalThis.testBrokers = await openBrokerLender(servers.home);
  publishServers({ ...servers, brokerLenderUrl: globalThis.testBrokers.url });
  try {
    globalThis.testProduct = await startProduct();
  } catch (error) {
    globalThis.testBrokers.close();
    await servers.stop();
    throw error;
  }
}
