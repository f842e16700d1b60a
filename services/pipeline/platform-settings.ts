import type { PlatformSettings } from '../../streams/ledger/command-context';
import { partitionFor } from '../../streams/runtime/kafka/records';
import type { Config } from '../shared/config/config';
import { createKeyedHash } from '../shared/requests/keyed-hash';

/** D8: what a message costs where nothing else is said. */
const DEFAULT_PRICE = 1;

type HouseConfig = Pick<
  Config<'pipeline'>,
  'hashSecret' | 'creditPrices' | 'partitions' | 'templateReview' | 'smsSender'
>;

/** The settings that the ledger decides by. */
export function houseRules({
  hashSecret,
  creditPrices,
  partitions,
  templateReview,
  smsSender,
}: HouseConfig): PlatformSettings {
  const hash = createKeyedHash(hashSecret);
  return {
    hash: remembering((kind, text) => hash(kind, text)),
    price: (country) => creditPrices.get(country) ?? DEFAULT_PRICE,
    smsSender,
    partitionOf: (businessId) => partitionFor(businessId, partitions),
    defaultReview: templateReview,
  };
}

/** An address is hashed when its rows are looked up and again when its push is decided, so the last ones are kept at hand. */
function remembering(hash: PlatformSettings['hash']): PlatformSettings['hash'] {
  const known = new Map<string, Buffer>();
  return (kind, text) => {
    const name = `${kind} ${text}`;
    const found = known.get(name) ?? hash(kind, text);
    if (known.size >= REMEMBERED) known.clear();
    known.set(name, found);
    return found;
  };
}

/** Twice what one micro-batch of batches of pushes can name. */
const REMEMBERED = 5_000;
