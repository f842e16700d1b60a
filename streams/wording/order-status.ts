/** Specification 2.1: the statuses that have a wording of their own. Any other is treated as no status. */
export const ORDER_STATUSES = [
  'confirmed',
  'shipped',
  'ready_for_pickup',
  'delivered',
  'cancelled',
  'refunded',
  'delayed',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

export function knownOrderStatus(status: string | null): OrderStatus | null {
  return ORDER_STATUSES.find((known) => known === status) ?? null;
}

/** The whole predicate of "your order …". */
export const WHAT_HAPPENED: Readonly<Record<OrderStatus, string>> = {
  confirmed: 'is confirmed',
  shipped: 'has shipped',
  ready_for_pickup: 'is ready for pickup',
  delivered: 'has been delivered',
  cancelled: 'has been cancelled',
  refunded: 'has been refunded',
  delayed: 'is delayed',
};

/** The status alone, as a label. */
export const STATUS_LABEL: Readonly<Record<OrderStatus, string>> = {
  confirmed: 'Confirmed',
  shipped: 'Shipped',
  ready_for_pickup: 'Ready for pickup',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  delayed: 'Delayed',
};
