import { fakeSql, request } from './console.fixture';
import { listTemplates } from './templates';

test('all templates are listed, those without a recorded review with the default (OPER-15)', async () => {
  const sql = fakeSql([
    { orderStatus: 'shipped', review: 'approved' },
    { orderStatus: 'refunded', review: 'rejected' },
  ]);
  const reply = await listTemplates(sql, 'in_review')(request({}));
  expect(reply.status).toBe(200);
  expect(JSON.parse(reply.body)).toEqual({
    items: [
      { order_status: 'confirmed', review: 'in_review' },
      { order_status: 'shipped', review: 'approved' },
      { order_status: 'ready_for_pickup', review: 'in_review' },
      { order_status: 'delivered', review: 'in_review' },
      { order_status: 'cancelled', review: 'in_review' },
      { order_status: 'refunded', review: 'rejected' },
      { order_status: 'delayed', review: 'in_review' },
    ],
  });
});
