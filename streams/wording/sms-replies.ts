import { displayedName } from './business-name-display';
import { firstThatFits } from './sms-segment';

/**
 * What the replies to HELP, STOP and START say. Each is one segment. The name is null on the shared number, because
 * nobody knows which business the person means (CONSENT-20).
 */
export interface ReplyParts {
  readonly businessName: string | null;
}

export function helpText({ businessName }: ReplyParts): string {
  return naming(
    businessName,
    (name) => `${name}: texts about your orders. Reply STOP to stop them, START to get them again.`,
    'Texts about your orders. Reply STOP to stop them, START to get them again.',
  );
}

/** A stop holds for every business that texts from the number, so the reply says no less (CONSENT-9). */
export function stopConfirmation({ businessName }: ReplyParts): string {
  return naming(
    businessName,
    (name) => `${name}: you get no more texts from this number. Reply START to get them again.`,
    'You get no more texts from this number. Reply START to get them again.',
  );
}

/** START lifts only a texted stop (CONSENT-10). Texts stay stopped for a person who also stopped them in the inbox. */
export function startConfirmation({ businessName }: ReplyParts): string {
  return naming(
    businessName,
    (name) =>
      `${name}: your STOP no longer holds, texts about your orders may come again. Reply STOP to stop them.`,
    'Your STOP no longer holds, texts about your orders may come again. Reply STOP to stop them.',
  );
}

function naming(businessName: string | null, named: (name: string) => string, nameless: string): string {
  const name = businessName === null ? null : displayedName(businessName);
  return name === null ? nameless : firstThatFits([named(name)], nameless);
}
