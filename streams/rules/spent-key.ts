/** Specification 4.1 and D12: a success and a 422 spend the key of their request; after anything else it is as it was. */
export function spendsKey(status: number): boolean {
  return status < 300 || status === 422;
}
