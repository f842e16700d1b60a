import { isId } from '../../schemas/ids';

export interface CarriedIds {
  readonly businessId: string | null;
  readonly sendId: string | null;
}

/**
 * Our ids as they came back. Anything else in their place is none: accounts are shared with other software, and whatever
 * is let through here becomes the key of a command.
 */
export function carriedIds(businessId: unknown, sendId: unknown): CarriedIds {
  return {
    businessId: typeof businessId === 'string' && isId('biz', businessId) ? businessId : null,
    sendId: typeof sendId === 'string' && isId('snd', sendId) ? sendId : null,
  };
}
