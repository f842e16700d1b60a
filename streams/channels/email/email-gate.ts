/** What stands between an email and its recipient. The same is asked at the push and again at the last moment. */
export interface EmailGateFacts {
  readonly business: {
    readonly active: boolean;
    readonly plan: 'active' | 'past_due' | 'lapsed';
    readonly sendingPaused: boolean;
    /** Null: the shared domain, which alone the platform's suppressions gate. */
    readonly sendingDomain: string | null;
  };
  readonly recipient: { readonly unsubscribedAt: Date | null; readonly suppressedAt: Date | null };
  readonly platformSuppressed: boolean;
  /** The recipient asked for it: it is no update, and who wants no updates gets it all the same. */
  readonly isAskedFor?: boolean;
}

/** The first reason that applies, in the order of D3; null when nothing is in the way. */
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
