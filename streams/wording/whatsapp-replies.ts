import { displayedName } from './business-name-display';

/** Nobody reads WhatsApp on the service's number, so the answer says where the words went. */
export function autoAcknowledgement({ businessName }: { readonly businessName: string }): string {
  const name = displayedName(businessName) ?? 'the shop';
  return `Thank you. Your message was passed on to ${name}. This is an automatic reply.`;
}
