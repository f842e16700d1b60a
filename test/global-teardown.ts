export default async function globalTeardown(): Promise<void> {
  await globalThis.testProduct?.stop();
  await globalThis.testServers?.stop();
}
