import { forwardedReply } from './forwarded-reply';

const reply = { recipientEmail: 'ada@example.com', reference: '#1042' };

it('a reply is forwarded as it was written', () => {
  expect(forwardedReply({ ...reply, text: 'Thanks! See https://a.example/x' })).toEqual({
    subject: 'Reply from ada@example.com about #1042',
    text: 'ada@example.com replied on WhatsApp about #1042:\n\nThanks! See https://a.example/x\n',
  });
});

it('an address in a reply that hides its host is broken up, so that no mail program links it (CHAN-19)', () => {
  const { text } = forwardedReply({ ...reply, text: 'https://bank.example@evil.example/' });
  expect(text).toContain('https: //bank.example@evil.example/');
});
