/** Identifies a delivery: one event for one endpoint. */
export interface DeliveryRef {
  readonly businessId: string;
  readonly endpointId: string;
  readonly eventId: string;
}

/** A delivery that is to be tried. */
export interface DueDelivery extends DeliveryRef {
  readonly partition: number;
  /** How many attempts have ended. */
  readonly attempt: number;
}

export function deliveryKey({ endpointId, eventId }: DeliveryRef): string {
  return `${endpointId} ${eventId}`;
}

/** The keys as columns for a statement: businesses, endpoints, events. */
export function keysOf(refs: readonly DeliveryRef[]): [string[], string[], string[]] {
  return [
    refs.map(({ businessId }) => businessId),
    refs.map(({ endpointId }) => endpointId),
    refs.map(({ eventId }) => eventId),
  ];
}

/**
 * Sorts deliveries as an erasure locks them, so that a statement that writes several never deadlocks with it (HAZ-15).
 */
export function inOrder<Ref extends DeliveryRef>(refs: readonly Ref[]): Ref[] {
  return refs
    .map((ref) => ({ ref, place: `${ref.businessId} ${deliveryKey(ref)}` }))
    .sort((left, right) => (left.place < right.place ? -1 : 1))
    .map(({ ref }) => ref);
}

/** The endpoints or events of these deliveries, each once: a column of businesses and one of ids. */
export function eachOnce(refs: readonly DeliveryRef[], id: 'endpointId' | 'eventId'): [string[], string[]] {
  const businesses = new Map(refs.map((ref) => [ref[id], ref.businessId]));
  return [[...businesses.values()], [...businesses.keys()]];
}
