import { displayedName } from './business-name-display';

/** The acknowledgement of a reply. Nobody reads WhatsApp on our number, so it says that the reply was passed on. */
export function autoAcknowledgement({ businessName }: { readonly businessName: string }): string {
  const name = displayedName(businessName) ?? 'the shop';
  return `Thank you. Your message was passed on to ${name}. This is an automatic reply.`;
}
