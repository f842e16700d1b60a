import { withoutDisguises } from './linked-text';

/** A recipient's reply as the business gets it by email, where it asked for that. */
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
