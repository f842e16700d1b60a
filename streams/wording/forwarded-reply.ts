import { withoutDisguises } from './linked-text';

/** A recipient's reply on WhatsApp, as the business gets it by email if it asked for that (CONSENT-19). */
export interface ForwardedReply {
  readonly recipientEmail: string;
  readonly reference: string | null;
  readonly text: string;
}

export function forwardedReply({ recipientEmail, reference, text }: ForwardedReply): {
  readonly subject: string;
  readonly text: string;
} {
  const order = reference === null ? '' : ` about ${reference}`;
  return {
    subject: `Reply from ${recipientEmail}${order}`,
    text: `${recipientEmail} replied on WhatsApp${order}:\n\n${withoutDisguises(text)}\n`,
  };
}
