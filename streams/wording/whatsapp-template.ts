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
 * The template of a status with what goes into it. Null is the `template_not_sendable` of specification 2.3: a reference
 * or status is missing, or the reference or the name cannot be displayed.
 */
export function whatsappTemplate(parts: WhatsappTemplateParts): FilledTemplate | null {
  const status = knownOrderStatus(parts.orderStatus);
  const name = displayedName(parts.businessName);
  if (status === null || name === null || parts.reference === null) return null;
  if (!isDisplayableReference(parts.reference)) return null;
  return { template: templateName(status), parameters: [parts.reference, name] };
}

/**
 * What the person sees. WhatsApp composes it from the text that its reviewers approved, so this is that text too; the
 * link is behind a button there. Null for a template that does not exist.
 */
export function whatsappText(template: string, parameters: readonly string[], link: string): string | null {
  const body = TEMPLATE_BODIES.get(template);
  if (body === undefined) return null;
  const filled = body.replace(/\{\{(\d)\}\}/g, (_hole, place: string) => parameters[Number(place) - 1] ?? '');
  return `${filled}\n\n${BUTTON}: ${link}\n\n${FOOTER}`;
}

const BUTTON = 'See the update';
const FOOTER = 'Reply STOP to stop these messages.';

/** A body must neither begin nor end with a hole: Meta's review refuses it. */
const TEMPLATE_BODIES = new Map<string, string>(
  ORDER_STATUSES.map((status) => [
    templateName(status),
    `Your order {{1}} from {{2}} ${WHAT_HAPPENED[status]}.`,
  ]),
);

function templateName(status: string): string {
  return `order_${status}`;
}
