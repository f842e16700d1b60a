import { ORDER_STATUSES } from './order-status';
import { autoAcknowledgement } from './whatsapp-replies';
import { whatsappTemplate, whatsappText } from './whatsapp-template';

const sendable = { businessName: ' Ada & Sons ', reference: 'A-17', orderStatus: 'shipped' };

describe('a WhatsApp template', () => {
  it.each(ORDER_STATUSES)('exists for %s, and shows the reference and the name', (orderStatus) => {
    const filled = whatsappTemplate({ ...sendable, orderStatus });
    expect(filled).toEqual({ template: `order_${orderStatus}`, parameters: ['A-17', 'Ada & Sons'] });
    const seen = whatsappText(filled?.template ?? '', filled?.parameters ?? [], 'https://in.example/s/1');
    expect(seen).toMatch(/^Your order A-17 from Ada & Sons (is|has) [a-z ]+\.\n\n/);
    expect(seen).toContain('https://in.example/s/1');
    expect(seen).toContain('STOP');
  });

  it.each([
    ['the status is missing', { orderStatus: null }],
    ['the status is unknown', { orderStatus: 'teleported' }],
    ['the reference is missing', { reference: null }],
    ['the reference cannot be displayed', { reference: 'a.example' }],
    ['the name cannot be displayed', { businessName: 'a.example' }],
  ])('is not sendable if %s (CHAN-13)', (_why, parts) => {
    expect(whatsappTemplate({ ...sendable, ...parts })).toBeNull();
  });

  it('is not invented for an unknown name', () => {
    expect(whatsappText('order_teleported', ['A-17', 'Ada'], 'x')).toBeNull();
  });

  it('shows its parameters as they are', () => {
    expect(whatsappText('order_shipped', ['$&', '{{1}}'], 'x')).toMatch(
      /^Your order \$& from \{\{1\}\} has shipped\./,
    );
  });
});

describe('the acknowledgement of a WhatsApp reply', () => {
  it('names the business if it can be displayed', () => {
    expect(autoAcknowledgement({ businessName: 'Ada & Sons' })).toContain('passed on to Ada & Sons.');
    expect(autoAcknowledgement({ businessName: 'ada.example' })).toContain('passed on to the shop.');
  });
});
