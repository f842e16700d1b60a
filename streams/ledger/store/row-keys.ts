// Keys that identify the rows of a table within a batch.

export function attemptKey({
  sendId,
  attempt,
}: {
  readonly sendId: string;
  readonly attempt: number;
}): string {
  return `${sendId} ${attempt}`;
}

export function timerKey({ subjectId, kind }: { readonly subjectId: string; readonly kind: string }): string {
  return `${subjectId} ${kind}`;
}

interface OfNumber {
  readonly businessId: string;
  readonly numberHash: Buffer;
}

export function numberKey({ businessId, numberHash }: OfNumber): string {
  return `${businessId} ${hashKey(numberHash)}`;
}

interface TextedToUs {
  readonly numberHash: Buffer;
  readonly ownNumber: string;
  readonly channel: string;
}

export function textedKey({ numberHash, ownNumber, channel }: TextedToUs): string {
  return `${hashKey(numberHash)} ${ownNumber} ${channel}`;
}

interface OfAddress {
  readonly businessId: string;
  readonly addressHash: Buffer;
}

export function addressKey({ businessId, addressHash }: OfAddress): string {
  return `${businessId} ${hashKey(addressHash)}`;
}

interface OfKey {
  readonly businessId: string;
  readonly keyHash: Buffer;
}

export function recordKey({ businessId, keyHash }: OfKey): string {
  return `${businessId} ${hashKey(keyHash)}`;
}

export function hashKey(hash: Buffer): string {
  return hash.toString('base64');
}
