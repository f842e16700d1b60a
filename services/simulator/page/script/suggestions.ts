/** A sample text for each status, so that the first push needs no thought. */
export const SUGGESTIONS = String.raw`
/** @type {Record<string, [subject: string, body: string]>} */
export const SUGGESTIONS = {
  confirmed: ['We have your order', 'Thank you, Ada! We are packing it now and will write again when it leaves.'],
  shipped: ['Your order is on its way', 'It left our warehouse this morning.\nFollow it: https://example.com/t/1042'],
  ready_for_pickup: ['Your order is ready for pickup', 'It waits for you at the counter until Saturday. Bring your order number.'],
  delivered: ['Your order has arrived', 'It was left at your door at 10:24. We hope you like it!'],
  delayed: ['Your order is running late', 'The carrier lost a day to snow. It should be with you on Thursday.'],
  cancelled: ['Your order was cancelled', 'As you asked. Nothing was charged.'],
  refunded: ['Your refund is on its way', 'It reaches your account within three days.'],
  '': ['A word about your order', 'Everything is fine. We just wanted to say hello.'],
};
`;
