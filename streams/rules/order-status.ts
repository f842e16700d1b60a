/** Specification 2.1. More may be added; any other is treated as no status. */
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

export function isOrderStatus(status: string | null): status is OrderStatus {
  return (ORDER_STATUSES as readonly (string | null)[]).includes(status);
}
