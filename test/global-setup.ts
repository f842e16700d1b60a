import { openBrokerLender, type BrokerLender } from './fixtures/broker-lender';
import { startProduct, type RunningProduct } from './fixtures/product';
import { startTestServers, type TestServers } from './fixtures/servers';
import { publishServers } from './fixtures/shared-servers';

declare global {
  var testServers: TestServers | undefined;
  var testBrokers: BrokerLender | undefined;
  var testProduct: RunningProduct | undefined;
}

/**
 * Runs once before all test files. It starts the real servers and, on them, the product that the files of the pipeline
 * project share.
 */
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
