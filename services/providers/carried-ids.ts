import { isId } from '../../schemas/ids';

/** Our ids in a provider's report, which tell which send the report is about. */
export interface CarriedIds {
  readonly businessId: string | null;
  readonly sendId: string | null;
}

/**
 * Reads our ids from a report (PROV-8) and rejects any other text, because other software may share the account and an
 * accepted id becomes the key of a command.
 */
export function carriedIds(businessId: unknown, sendId: unknown): CarriedIds {
  return {
    businessId: typeof businessId === 'string' && isId('biz', businessId) ? businessId : null,
    sendId: typeof sendId === 'string' && isId('snd', sendId) ? sendId : null,
  };
}
