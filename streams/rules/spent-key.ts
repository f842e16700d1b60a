/** A success and a 422 spend the Idempotency-Key of their request. Any other answer leaves it unspent (IDEM-8). */
export function spendsKey(status: number): boolean {
  return status < 300 || status === 422;
}
