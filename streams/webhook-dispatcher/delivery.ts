/** An event on its way to one endpoint. */
export interface DeliveryRef {
  readonly businessId: string;
  readonly endpointId: string;
  readonly eventId: string;
}

/** One that is to be tried. */
export interface DueDelivery extends DeliveryRef {
  readonly partition: number;
  /** Attempts that have ended. */
  readonly attempt: number;
}

export function deliveryKey({ endpointId, eventId }: DeliveryRef): string {
  return `${endpointId} ${eventId}`;
}

/** As lists for a statement: businesses, endpoints, events. */
export function keysOf(refs: readonly DeliveryRef[]): [string[], string[], string[]] {
  return [
    refs.map(({ businessId }) => businessId),
    refs.map(({ endpointId }) => endpointId),
    refs.map(({ eventId }) => eventId),
  ];
}

/**
 * In the order in which an erasure removes them: whoever writes several at once takes them like this, or the two would wait
 * for each other.
 */
export function inOrder<Ref extends DeliveryRef>(refs: readonly Ref[]): Ref[] {
  return refs
    .map((ref) => ({ ref, place: `${ref.businessId} ${deliveryKey(ref)}` }))
    .sort((left, right) => (left.place < right.place ? -1 : 1))
    .map(({ ref }) => ref);
}

/** The endpoints or events they name, each once: a list of businesses and one of ids. */
export function eachOnce(refs: readonly DeliveryRef[], id: 'endpointId' | 'eventId'): [string[], string[]] {
  const businesses = new Map(refs.map((ref) => [ref[id], ref.businessId]));
  return [[...businesses.values()], [...businesses.keys()]];
}
