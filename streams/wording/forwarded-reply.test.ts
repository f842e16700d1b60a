import { forwardedReply } from './forwarded-reply';

const reply = { recipientEmail: 'ada@example.com', reference: '#1042' };

it('a reply is forwarded as it was written', () => {
  expect(forwardedReply({ ...reply, text: 'Thanks! See https://a.example/x' })).toEqual({
    subject: 'Reply from ada@example.com about #1042',
    text: 'ada@example.com replied on WhatsApp about #1042:\n\nThanks! See https://a.example/x\n',
  });
});

it('but for what a mail program would take for a link to another host than it shows', () => {
  const { text } = forwardedReply({ ...reply, text: 'https://bank.example@evil.example/' });
  expect(text).toContain('https: //bank.example@evil.example/');
});
