import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { Channel } from '../../../schemas/channels';

/** A send as the database returns it. */
export interface SendRow {
  readonly message_id: string;
  readonly channel: Channel;
  readonly nudge: number;
  readonly state: ResponseBody<'PaidDelivery'>['state'];
  readonly credits: number;
  readonly error_code: string | null;
  readonly skipped_reason: string | null;
  readonly escalates_at: Date | null;
  readonly queued_at: Date | null;
  readonly submitted_at: Date | null;
  readonly delivered_at: Date | null;
  readonly read_at: Date | null;
  readonly bounced_at: Date | null;
  readonly complained_at: Date | null;
  readonly fallback_of: 'whatsapp' | null;
  readonly updated_at: Date;
}

/** Shows the newest nudge of a message, channel by channel (MSG-16). */
export function deliveryView(
  { nudge, openedAt }: { readonly nudge: number; readonly openedAt: Date | null },
  sends: readonly SendRow[],
): ResponseBody<'Delivery'> {
  const emails = sends.filter(({ channel }) => channel === 'email');
  const ofNudge = emails.filter((email) => email.nudge === nudge);
  const deliveredAt = first(ofNudge, ({ delivered_at }) => delivered_at);
  const bouncedAt = first(ofNudge, ({ bounced_at }) => bounced_at);
  const complainedAt = first(ofNudge, ({ complained_at }) => complained_at);
  const newest = (channel: SendRow['channel']): SendRow | undefined =>
    sends.findLast((send) => send.channel === channel && send.nudge === nudge);
  return {
    delivered: deliveredAt !== null,
    delivered_at: textOf(deliveredAt),
    opened: openedAt !== null,
    opened_at: textOf(openedAt),
    bounced: bouncedAt !== null,
    bounced_at: textOf(bouncedAt),
    complained: complainedAt !== null,
    complained_at: textOf(complainedAt),
    not_sent: notSent(emails),
    failed: failure(ofNudge.at(-1)),
    sms: paidDelivery(newest('sms')),
    whatsapp: paidDelivery(newest('whatsapp')),
  };
}

/** Stays until a provider accepts a later email, of this nudge or another (MSG-17). */
function notSent(emails: readonly SendRow[]): ResponseBody<'EmailEnding'> | null {
  const refused = emails.findLastIndex(({ skipped_reason }) => skipped_reason !== null);
  const { skipped_reason: reason = null, updated_at: at } = emails[refused] ?? {};
  if (reason === null || at === undefined) return null;
  const wasWithdrawn = emails.slice(refused).some(({ submitted_at }) => submitted_at !== null);
  return wasWithdrawn ? null : { reason, at: at.toISOString() };
}

function failure(email: SendRow | undefined): ResponseBody<'EmailEnding'> | null {
  if (email?.state !== 'failed') return null;
  return { reason: email.error_code ?? 'failed', at: email.updated_at.toISOString() };
}

function paidDelivery(send: SendRow | undefined): ResponseBody<'PaidDelivery'> | null {
  if (send === undefined) return null;
  return {
    state: send.state,
    credits: send.credits,
    error_code: send.error_code,
    skipped_reason: send.skipped_reason,
    escalates_at: textOf(send.escalates_at),
    queued_at: textOf(send.queued_at),
    submitted_at: textOf(send.submitted_at),
    delivered_at: textOf(send.delivered_at),
    read_at: textOf(send.read_at),
    updated_at: send.updated_at.toISOString(),
    fallback_of: send.fallback_of,
  };
}

function first(sends: readonly SendRow[], at: (send: SendRow) => Date | null): Date | null {
  return sends.map(at).find((moment) => moment !== null) ?? null;
}

function textOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
