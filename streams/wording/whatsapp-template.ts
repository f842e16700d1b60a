/** The templates of WhatsApp messages, one for each order status. */
import { displayedName } from './business-name-display';
import { knownOrderStatus, ORDER_STATUSES, WHAT_HAPPENED } from './order-status';
import { isDisplayableReference } from './reference-display';

export interface WhatsappTemplateParts {
  readonly businessName: string;
  readonly reference: string | null;
  readonly orderStatus: string | null;
}

export interface FilledTemplate {
  readonly template: string;
  readonly parameters: readonly [reference: string, businessName: string];
}

/**
 * The template of an order status with its parameters. Null means `template_not_sendable`: the reference or a known
 * status is missing, or the reference or the name cannot be displayed (CHAN-13).
 */
export function whatsappTemplate(parts: WhatsappTemplateParts): FilledTemplate | null {
  const status = knownOrderStatus(parts.orderStatus);
  const name = displayedName(parts.businessName);
  if (status === null || name === null || parts.reference === null) return null;
  if (!isDisplayableReference(parts.reference)) return null;
  return { template: templateName(status), parameters: [parts.reference, name] };
}

/**
 * The message as the recipient sees it; null if there is no such template. WhatsApp fills in the text that its
 * reviewers approved, so this is that text, with the link that WhatsApp shows as a button.
 */
export function whatsappText(template: string, parameters: readonly string[], link: string): string | null {
  const body = TEMPLATE_BODIES.get(template);
  if (body === undefined) return null;
  const filled = body.replace(
    /\{\{(\d)\}\}/g,
    (_placeholder, place: string) => parameters[Number(place) - 1] ?? '',
  );
  return `${filled}\n\n${BUTTON}: ${link}\n\n${FOOTER}`;
}

const BUTTON = 'See the update';
const FOOTER = 'Reply STOP to stop these messages.';

/** Meta's review refuses a body that begins or ends with a placeholder. */
const TEMPLATE_BODIES = new Map<string, string>(
  ORDER_STATUSES.map((status) => [
    templateName(status),
    `Your order {{1}} from {{2}} ${WHAT_HAPPENED[status]}.`,
  ]),
);

function templateName(status: string): string {
  return `order_${status}`;
}
