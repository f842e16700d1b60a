/** Builds the signed POST of an attempt. Pure: the same event, secret and time give the same request. */
import { createHmac } from 'node:crypto';
import { canonicalEnvelope, type StoredEvent } from './canonical';

export interface AttemptToPrepare {
  readonly event: StoredEvent;
  readonly endpoint: { readonly url: string; readonly secret: string };
  /** Real time: the receiver compares it with its own clock. */
  readonly dateMs: number;
}

/** A complete POST, so that the call decides nothing. */
export interface PreparedAttempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs each attempt with its own time, because receivers refuse what was signed minutes ago (HOOK-10). */
export function prepareAttempt(
  { event, endpoint, dateMs }: AttemptToPrepare,
  envelopeOf = canonicalEnvelope,
): PreparedAttempt {
  const body = envelopeOf(event);
  return {
    url: endpoint.url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Service-Event': event.type,
      'X-Service-Delivery': event.id,
      'X-Service-Signature': signatureOf(body, endpoint.secret, dateMs),
    },
    body,
  };
}

/**
 * Merchants' firewalls and logs recognise the caller by it. The number is the version of the request format, not a
 * release.
 */
const USER_AGENT = 'Nudgeline-Webhooks/1';

/** Builds the envelope of an event once, however many endpoints get it. */
export function envelopesOnce(): typeof canonicalEnvelope {
  const envelopes = new WeakMap<StoredEvent, string>();
  return (event) => {
    const known = envelopes.get(event);
    if (known !== undefined) return known;
    const envelope = canonicalEnvelope(event);
    envelopes.set(event, envelope);
    return envelope;
  };
}

/** The key is the secret as the merchant sees and pastes it, `whsec_` included. */
function signatureOf(body: string, secret: string, dateMs: number): string {
  const seconds = Math.floor(dateMs / 1_000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
