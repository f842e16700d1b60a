import { displayedName } from './business-name-display';
import { firstThatFits } from './sms-segment';

/**
 * What a person gets back who texts HELP, STOP or START. On the shared number nobody can tell which business is meant,
 * hence the null; every answer is one segment.
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

/** A stop counts for every business that texts from the number, so the answer claims no less than that. */
export function stopConfirmation({ businessName }: ReplyParts): string {
  return naming(
    businessName,
    (name) => `${name}: you get no more texts from this number. Reply START to get them again.`,
    'You get no more texts from this number. Reply START to get them again.',
  );
}

/** START lifts what was texted (2.10): whoever stopped in the inbox as well is promised nothing. */
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
