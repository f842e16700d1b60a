import { withTopics } from './topics-diagram';

const MARKED =
  'before\n<!-- topics: written by `npm run diagram` from schemas/topics.ts -->\nold\n<!-- /topics -->\nafter\n';

const orders = {
  name: 'orders.new',
  doc: 'Orders as they come.',
  key: 'business' as const,
  schema: { type: 'record', name: 'Order', fields: [] },
  retentionMs: 36 * 3_600_000,
  writers: ['web shop'],
  readers: ['kitchen', 'web shop'],
};

describe('the diagram and table of topics in the document', () => {
  const drawn = withTopics(MARKED, [orders]);

  it('replaces only the text between the markers', () => {
    expect(drawn).toMatch(/^before\n<!-- topics/);
    expect(drawn).toMatch(/<!-- \/topics -->\nafter\n$/);
    expect(drawn).not.toContain('old');
  });

  it('draws each writer and each reader', () => {
    expect(drawn).toContain('  topic_orders_new[/"orders.new"/]');
    expect(drawn).toContain('  web_shop --> topic_orders_new\n  topic_orders_new --> kitchen\n');
  });

  it('shows key, record and retention', () => {
    expect(drawn).toContain(
      '| `orders.new` | Orders as they come. | business | `Order` | 36 h | web shop | kitchen, web shop |',
    );
  });

  it('leaves an up-to-date document unchanged, so that a check can compare', () => {
    expect(withTopics(String(drawn), [orders])).toBe(drawn);
  });

  it('refuses a document without the markers', () => {
    expect(withTopics('nothing here', [orders])).toBeNull();
  });
});
