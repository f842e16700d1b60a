import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 5 * 60;

/** True if a webhook is genuine and recent. Pass the body exactly as it arrived, and parse it afterwards. */
export function isGenuine(
  body: Buffer,
  signature: string,
  secret: string,
  nowSeconds = Date.now() / 1000,
): boolean {
  const parts = new Map(signature.split(',').map((part) => part.split(/=(.*)/, 2) as [string, string]));
  const sentAt = parts.get('t') ?? '';
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(nowSeconds - Number(sentAt)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${sentAt}.`).update(body).digest('hex');
  const given = Buffer.from(parts.get('v1') ?? '');
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}
