export default async function globalTeardown(): Promise<void> {
  await globalThis.testProduct?.stop();
  globalThis.testBrokers?.close();
  await globalThis.testServers?.stop();
}
