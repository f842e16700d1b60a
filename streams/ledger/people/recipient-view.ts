import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { NumberStop, Recipient } from './tables';

/** What the view is made of: the recipient, and the stops that are kept for the number held now. */
type Viewed = Omit<Recipient, 'businessId' | 'id' | 'createdAt' | 'suppressedAt' | 'unsubscribedAt'>;
export type KeptStop = Pick<NumberStop, 'channel' | 'source' | 'stoppedAt'>;

export type RecipientView = ResponseBody<'RecipientSmsView'>;

/**
 * A recipient as every call shows it (CONSENT-2). A stop at the number holds for each of its holders, so the view shows
 * it too (CONSENT-11).
 */
export function recipientView(recipient: Viewed, kept: readonly KeptStop[]): RecipientView {
  const stop = smsStop(recipient, kept);
  return {
    recipient_email: recipient.email,
    phone: recipient.phone,
    phone_country: recipient.phoneCountry,
    sms_status: smsStatus(recipient, stop),
    sms_stopped_at: stop?.at.toISOString() ?? null,
    sms_stop_source: stop?.source ?? null,
    sms_consent_at: recipient.smsConsentAt?.toISOString() ?? null,
    sms_consent_source: recipient.smsConsentSource as RecipientView['sms_consent_source'],
    whatsapp_status: whatsappStatus(recipient, kept),
    whatsapp_opted_in_at: recipient.whatsappOptedInAt?.toISOString() ?? null,
  };
}

interface Stop {
  readonly source: 'text' | 'inbox' | 'dashboard';
  readonly at: Date;
}

/** A stop that START cannot lift comes first, so that nobody waits for a START that changes nothing (CONSENT-7). */
function smsStop(recipient: Viewed, kept: readonly KeptStop[]): Stop | undefined {
  const stops = [
    stopOf(recipient.smsStopSource === 'dashboard' ? 'dashboard' : 'inbox', recipient.smsStoppedAt),
    ...kept
      .filter(({ channel }) => channel === 'sms')
      .map(({ source, stoppedAt }) => stopOf(source === 'withdrawn' ? 'inbox' : source, stoppedAt)),
    stopOf('text', recipient.smsTextStoppedAt),
  ].flat();
  return stops.find(({ source }) => source !== 'text') ?? stops.find(({ source }) => source === 'text');
}

function stopOf(source: Stop['source'], at: Date | null): Stop[] {
  return at === null ? [] : [{ source, at }];
}

function smsStatus({ smsConsentAt }: Viewed, stop: Stop | undefined): RecipientView['sms_status'] {
  if (stop !== undefined) return 'stopped';
  return smsConsentAt === null ? 'none' : 'active';
}

function whatsappStatus(recipient: Viewed, kept: readonly KeptStop[]): RecipientView['whatsapp_status'] {
  const sources = kept.filter(({ channel }) => channel === 'whatsapp').map(({ source }) => source);
  if (recipient.whatsappWithdrawnAt !== null || sources.includes('withdrawn')) return 'withdrawn';
  const { whatsappTextStoppedAt, whatsappStoppedAt } = recipient;
  if (whatsappTextStoppedAt !== null || whatsappStoppedAt !== null || sources.length > 0) return 'stopped';
  return recipient.whatsappOptedInAt === null ? 'none' : 'opted_in';
}
