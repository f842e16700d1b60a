/** The facts that the gates of an email need. The gates are asked at the push and again in the claim (CHAN-5). */
export interface EmailGateFacts {
  readonly business: {
    readonly active: boolean;
    readonly plan: 'active' | 'past_due' | 'lapsed';
    readonly sendingPaused: boolean;
    /** Null: the shared domain, the only one to which suppressions by other businesses apply (CHAN-9). */
    readonly sendingDomain: string | null;
  };
  readonly recipient: { readonly unsubscribedAt: Date | null; readonly suppressedAt: Date | null };
  readonly platformSuppressed: boolean;
  /** The recipient asked for this email (a fresh link), so an unsubscribe does not refuse it (INBOX-15). */
  readonly isAskedFor?: boolean;
}

/** The first gate that refuses, in the order of CHAN-3; null if all let the email through. */
export function emailGate({
  business,
  recipient,
  platformSuppressed,
  isAskedFor = false,
}: EmailGateFacts): string | null {
  if (!business.active) return 'business_inactive';
  if (business.plan === 'lapsed') return 'plan_lapsed';
  if (business.sendingPaused) return 'sending_paused';
  if (recipient.unsubscribedAt !== null && !isAskedFor) return 'unsubscribed';
  if (recipient.suppressedAt !== null) return 'suppressed';
  if (platformSuppressed && business.sendingDomain === null) return 'platform_suppressed';
  return null;
}
