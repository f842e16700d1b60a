import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { Erasure } from './tables';

/** The report is itself a stored outcome, so it counts and names nobody (ERASE-4). */
export function erasureReport(
  erasure: Erasure,
): ResponseBody<'ErasureReport'> | ResponseBody<'WhatsappErasureReceipt'> {
  switch (erasure.kind) {
    case 'recipient':
      return reportOf(erasure);
    case 'whatsapp':
      return receiptOf(erasure);
  }
}

function receiptOf({ counts, startedAt }: Erasure): ResponseBody<'WhatsappErasureReceipt'> {
  const count = countIn(counts);
  return {
    replies_deleted: count('whatsapp_replies'),
    queued_webhook_copies_deleted: count('webhook_deliveries'),
    acknowledgement_holds_dropped: count('acknowledgements'),
    consent_withdrawn: true,
    replies_a_forward_email_may_have_carried: count('forwarded'),
    first_erased_at: startedAt.toISOString(),
  };
}

function reportOf({ counts, startedAt }: Erasure): ResponseBody<'ErasureReport'> {
  const count = countIn(counts);
  return {
    first_erased_at: startedAt.toISOString(),
    deleted: {
      messages: count('messages'),
      delivery_events: count('delivery_events'),
      email_sends: count('email_sends'),
      sms_sends: count('sms_sends'),
      whatsapp_sends: count('whatsapp_sends'),
      whatsapp_replies: count('whatsapp_replies'),
      recipients: count('recipients'),
      webhook_deliveries: count('webhook_deliveries'),
      stored_responses: count('stored_responses'),
    },
    kept: {
      email_suppressions: count('email_suppressions'),
      sms_opt_outs: count('sms_opt_outs'),
      whatsapp_opt_outs: count('whatsapp_opt_outs'),
    },
    cancelled_sends: count('cancelled_sends'),
  };
}

function countIn(counts: Erasure['counts']): (name: string) => number {
  return (name) => counts[name] ?? 0;
}
