import type { PlatformSettings } from '../../streams/ledger/command-context';
import { partitionFor } from '../../streams/runtime/kafka/records';
import type { Config } from '../shared/config/config';
import { createKeyedHash } from '../shared/requests/keyed-hash';

/** The price of a message in a country that `CREDIT_PRICES` does not list (CREDIT-3). */
const DEFAULT_PRICE = 1;

type PlatformConfig = Pick<
  Config<'pipeline'>,
  'hashSecret' | 'creditPrices' | 'partitions' | 'templateReview' | 'smsSender'
>;

/** The settings of the installation that the ledger decides by. */
export function houseRules({
  hashSecret,
  creditPrices,
  partitions,
  templateReview,
  smsSender,
}: PlatformConfig): PlatformSettings {
  const hash = createKeyedHash(hashSecret);
  return {
    hash: remembering((kind, text) => hash(kind, text)),
    price: (country) => creditPrices.get(country) ?? DEFAULT_PRICE,
    smsSender,
    partitionOf: (businessId) => partitionFor(businessId, partitions),
    defaultReview: templateReview,
  };
}

/**
 * The ledger hashes an address when it looks up its rows and again when it decides the push, so the last hashes are
 * kept.
 */
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

/** Twice the number of addresses that one micro-batch of pushed batches can name. */
const REMEMBERED = 5_000;
