import { createHmac } from 'node:crypto';
import { canonicalEnvelope, type StoredEvent } from './canonical';

export interface AttemptToPrepare {
  readonly event: StoredEvent;
  readonly endpoint: { readonly url: string; readonly secret: string };
  /** Real time: the receiver holds it against its own clock. */
  readonly dateMs: number;
}

/** A POST, whole: whoever makes the call decides nothing any more. */
export interface PreparedAttempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Each attempt is signed with its own time, for receivers refuse what was signed minutes ago. */
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

/** Merchants' firewalls and logs know the caller by it. The number is that of the request's form, not a release. */
const USER_AGENT = 'Nudgeline-Webhooks/1';

/** Puts an event into words once, however many endpoints hear of it. */
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

/** The key is the secret as the merchant sees it, `whsec_` included: what he pastes is what is used. */
function signatureOf(body: string, secret: string, dateMs: number): string {
  const seconds = Math.floor(dateMs / 1_000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
