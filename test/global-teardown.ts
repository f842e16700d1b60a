/** Runs once after all test files. It stops what `global-setup.ts` started. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.testProduct?.stop();
  globalThis.testBrokers?.close();
  await globalThis.testServers?.stop();
}
