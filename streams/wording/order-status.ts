/** The statuses that have a wording. Any other is treated as no status (MSG-5). */
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

/** What follows "your order …" in a sentence. */
export const WHAT_HAPPENED: Readonly<Record<OrderStatus, string>> = {
  confirmed: 'is confirmed',
  shipped: 'has shipped',
  ready_for_pickup: 'is ready for pickup',
  delivered: 'has been delivered',
  cancelled: 'has been cancelled',
  refunded: 'has been refunded',
  delayed: 'is delayed',
};

/** The status as a label. */
export const STATUS_LABEL: Readonly<Record<OrderStatus, string>> = {
  confirmed: 'Confirmed',
  shipped: 'Shipped',
  ready_for_pickup: 'Ready for pickup',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  delayed: 'Delayed',
};
