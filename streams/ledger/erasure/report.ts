import type { Erasure } from './state';

/** D10. It is itself a stored response, so it names nobody. */
export function erasureReport({ kind, counts, startedAt }: Erasure): object {
  const count = (name: string): number => counts[name] ?? 0;
  const first_erased_at = startedAt.toISOString();
  if (kind === 'whatsapp') {
    return {
      replies_deleted: count('whatsapp_replies'),
      queued_webhook_copies_deleted: count('webhook_deliveries'),
      acknowledgement_holds_dropped: count('acknowledgements'),
      consent_withdrawn: true,
      replies_a_forward_email_may_have_carried: count('forwarded'),
      first_erased_at,
    };
  }
  const named = (names: readonly string[]): Record<string, number> =>
    Object.fromEntries(names.map((name) => [name, count(name)]));
  return {
    first_erased_at,
    deleted: named(DELETED),
    kept: named(KEPT),
    cancelled_sends: count('cancelled_sends'),
  };
}

const DELETED = [
  'messages',
  'delivery_events',
  'email_sends',
  'sms_sends',
  'whatsapp_sends',
  'whatsapp_replies',
  'recipients',
  'webhook_deliveries',
  'stored_responses',
];
const KEPT = ['email_suppressions', 'sms_opt_outs', 'whatsapp_opt_outs'];
