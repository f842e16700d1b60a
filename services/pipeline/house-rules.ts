import type { HouseRules } from '../../streams/ledger/turn';
import { partitionFor } from '../../streams/runtime/records';
import type { Config } from '../shared/config';
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
}: HouseConfig): HouseRules {
  const hash = createKeyedHash(hashSecret);
  return {
    hash: (kind, text) => hash(kind, text),
    price: (country) => creditPrices.get(country) ?? DEFAULT_PRICE,
    smsSender,
    partitionOf: (businessId) => partitionFor(businessId, partitions),
    defaultReview: templateReview,
  };
}
