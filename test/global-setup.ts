import { openBrokerLender, type BrokerLender } from './fixtures/broker-lender';
import { startProduct, type RunningProduct } from './fixtures/product';
import { startTestServers, type TestServers } from './fixtures/servers';
import { publishServers } from './fixtures/shared-servers';

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
