import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { PushMessage } from '../../../schemas/generated/command';
import type { Message } from './tables';

// What a merchant says about an order and reads back unchanged. Every view of a message takes these fields from here.

type OrderFacts = Pick<Message, 'reference' | 'orderStatus'>;
type ShownFacts = Pick<ResponseBody<'PushResult' | 'MessageSummary'>, 'reference' | 'order_status'>;

export function orderFacts({ reference, order_status: orderStatus }: PushMessage): OrderFacts {
  return { reference, orderStatus };
}

export function shownFacts({ reference, orderStatus }: OrderFacts): ShownFacts {
  return { reference, order_status: orderStatus };
}
