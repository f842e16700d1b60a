/** The words of a text about an order. */
import { displayedName } from './business-name-display';
import { knownOrderStatus, STATUS_LABEL, WHAT_HAPPENED, type OrderStatus } from './order-status';
import { isDisplayableReference } from './reference-display';
import { firstThatFits } from './sms-segment';

export interface SmsTextParts {
  readonly businessName: string;
  readonly reference: string | null;
  readonly orderStatus: string | null;
  /** Usually at most 45 characters. A longer link stays whole too, and the text around it is cut. */
  readonly link: string;
}

/**
 * The text of a nudge, in one segment (CHAN-17). To fit, it leaves out the hint first, then the reference. The name
 * goes late, because a link from nobody looks like fraud. A name outside of the GSM alphabet leaves 70 characters
 * instead of 160, and then the short form still says who writes.
 */
export function smsText({ businessName, reference, orderStatus, link }: SmsTextParts): string {
  const status = knownOrderStatus(orderStatus);
  const name = displayedName(businessName);
  const shown = reference !== null && isDisplayableReference(reference) ? reference : null;
  const hinted = (text: string) => [`${text} ${OPT_OUT_HINT}`, text];
  const orders = shown === null ? [null] : [shown, null];
  const named =
    name === null
      ? []
      : [
          ...orders.flatMap((order) => hinted(`${name}: ${sentence(status, order)} Details: ${link}`)),
          `${name}: ${label(status)} ${link}`,
        ];
  const nameless = orders.flatMap((order) => hinted(`${capital(sentence(status, order))} Details: ${link}`));
  return firstThatFits([...named, ...nameless, `${capital(label(status))}: ${link}`], link);
}

const OPT_OUT_HINT = 'Reply STOP to opt out';

function sentence(status: OrderStatus | null, reference: string | null): string {
  const order = reference === null ? 'your order' : `your order ${reference}`;
  return `${order} ${status === null ? 'has an update' : WHAT_HAPPENED[status]}.`;
}

function label(status: OrderStatus | null): string {
  return status === null ? 'order update' : `order ${STATUS_LABEL[status].toLowerCase()}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
