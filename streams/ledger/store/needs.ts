import type { Command, RequestIdentity, PushMessage, ReceiveText } from '../../../schemas/generated/command';

/** A row, by its business and its id. */
export interface Ref {
  readonly businessId: string;
  readonly id: string;
}

/** The rows that a batch of commands reads, named by what the commands know of them. */
export interface Needs {
  readonly identities: readonly { readonly businessId: string; readonly keyHash: Buffer }[];
  readonly businessIds: readonly string[];
  /** Businesses whose keys change. */
  readonly keysOf: readonly string[];
  readonly revokedKeys: readonly Ref[];
  /** Businesses whose webhook endpoints change. */
  readonly endpointsOf: readonly string[];
  readonly addresses: readonly {
    readonly businessId: string;
    readonly email: string;
    /** True: load what the business keeps about the address even if it has a recipient. */
    readonly kept?: boolean;
  }[];
  /** Erasures that a command continues. */
  readonly erasures: readonly Ref[];
  /** Words that people sent to one of our numbers. */
  readonly texts: readonly {
    readonly phone: string;
    readonly ownNumber: string;
    readonly channel: string;
    readonly cause: string;
    readonly receivedAt: Date;
  }[];
  /** WhatsApp replies, by the id that the platform gave them. */
  readonly replies: readonly Ref[];
  /** Numbers of which only the hash is known. */
  readonly numberHashes: readonly { readonly businessId: string; readonly numberHash: Buffer }[];
  /** People and numbers whose acknowledgement hold is needed. */
  readonly acknowledged: {
    readonly emails: readonly { readonly businessId: string; readonly email: string }[];
    readonly phones: readonly { readonly businessId: string; readonly phone: string }[];
  };
  readonly recipients: readonly Ref[];
  /** Recipients that an email may go to without a push. */
  readonly mailed: readonly Ref[];
  /** Numbers as given, with a push or to be set. */
  readonly phones: readonly { readonly businessId: string; readonly phone: string }[];
  /** Default countries that the batch sets: from then on national numbers are read in them. */
  readonly countries: readonly { readonly businessId: string; readonly country: string }[];
  /** Subjects of updateable pushes, with the address of the recipient. */
  readonly subjects: readonly {
    readonly businessId: string;
    readonly email: string;
    readonly subject: string;
  }[];
  readonly messages: readonly Ref[];
  /** Messages that are only marked obsolete, so their sends are not needed. */
  readonly obsoleted: readonly Ref[];
  readonly sends: readonly Ref[];
  readonly timers: readonly (Ref & { readonly kind: string })[];
}

/** Collects from the commands of a batch which rows they read. */
export function needsOf(commands: readonly Command[]): Needs {
  const pushes = commands.flatMap(pushesOf);
  const refs = (idOf: (body: Command['body']) => string | undefined): Ref[] =>
    commands.flatMap(({ business_id: businessId, body }) => {
      const id = idOf(body);
      return id === undefined ? [] : [{ businessId, id }];
    });
  const erased = refs(erasedAddressIn).map(({ businessId, id: email }) => ({ businessId, email }));
  return {
    identities: commands.flatMap((command) =>
      identitiesOf(command).map(({ key_hash: keyHash }) => ({ businessId: command.business_id, keyHash })),
    ),
    businessIds: [...new Set(commands.map(({ business_id }) => business_id))],
    keysOf: commands
      .filter(({ body }) => 'CreateKey' in body || 'RevokeKey' in body)
      .map(({ business_id }) => business_id),
    revokedKeys: refs((body) => ('RevokeKey' in body ? body.RevokeKey.key_id : undefined)),
    endpointsOf: commands.filter(changesEndpoints).map(({ business_id }) => business_id),
    addresses: [
      ...pushes.map(({ businessId, push }) => ({ businessId, email: push.recipient_email })),
      ...commands.flatMap(({ business_id: businessId, body }) =>
        addressesIn(body).map((email) => ({ businessId, email })),
      ),
      ...erased.map((address) => ({ ...address, kept: true })),
    ],
    erasures: refs((body) => ('EraseChunk' in body ? body.EraseChunk.erasure_id : undefined)),
    acknowledged: {
      emails: erased,
      phones: refs((body) => ('ReceiveReply' in body ? body.ReceiveReply.phone : undefined)).map(
        ({ businessId, id: phone }) => ({ businessId, phone }),
      ),
    },
    texts: commands.flatMap(({ body, issued_at: at }) =>
      'ReceiveText' in body ? [textOf(body.ReceiveText, new Date(at))] : [],
    ),
    replies: refs((body) => ('ReceiveReply' in body ? body.ReceiveReply.provider_id : undefined)),
    numberHashes: commands.flatMap(({ business_id: businessId, body }) =>
      'ApplyText' in body ? [{ businessId, numberHash: body.ApplyText.number_hash }] : [],
    ),
    recipients: refs(recipientIn),
    mailed: refs((body) => ('RenewLink' in body ? body.RenewLink.recipient_id : undefined)),
    phones: [
      ...pushes.flatMap(({ businessId, push: { recipient_phone: phone } }) =>
        phone === null ? [] : [{ businessId, phone }],
      ),
      ...refs(phoneIn).map(({ businessId, id: phone }) => ({ businessId, phone })),
    ],
    countries: refs(countryIn).map(({ businessId, id: country }) => ({ businessId, country })),
    subjects: pushes.flatMap(({ businessId, push: { kind, subject, recipient_email: email } }) =>
      kind === 'updateable' ? [{ businessId, email, subject }] : [],
    ),
    messages: refs(messageIn),
    obsoleted: pushes.flatMap(({ businessId, push }) => push.obsoletes.map((id) => ({ businessId, id }))),
    sends: refs(sendIn),
    timers: commands.flatMap(({ business_id: businessId, body }) =>
      'FireTimer' in body ? [{ businessId, id: body.FireTimer.subject_id, kind: body.FireTimer.kind }] : [],
    ),
  };
}

function changesEndpoints({ body }: Command): boolean {
  return 'CreateEndpoint' in body || 'DeleteEndpoint' in body || 'EnableEndpoint' in body;
}

function identitiesOf({ idempotency, body }: Command): RequestIdentity[] {
  const own = idempotency === null ? [] : [idempotency];
  if (!('PushBatch' in body)) return own;
  return [...own, ...body.PushBatch.items.flatMap((item) => item.idempotency ?? [])];
}

function pushesOf({ business_id: businessId, body }: Command): { businessId: string; push: PushMessage }[] {
  if ('PushMessage' in body) return [{ businessId, push: body.PushMessage }];
  if (!('PushBatch' in body)) return [];
  return body.PushBatch.items.flatMap(({ push }) => (push === null ? [] : [{ businessId, push }]));
}

/** Addresses that the command names, besides those of pushes. */
function addressesIn(body: Command['body']): string[] {
  if ('SetPhone' in body) return [body.SetPhone.recipient_email];
  if ('ClearPhone' in body) return [body.ClearPhone.recipient_email];
  if ('PushBatch' in body) return body.PushBatch.items.flatMap((item) => item.recipient_email ?? []);
  return 'Refuse' in body ? [body.Refuse.recipient_email ?? []].flat() : [];
}

function erasedAddressIn(body: Command['body']): string | undefined {
  if ('EraseWhatsapp' in body) return body.EraseWhatsapp.recipient_email;
  return 'EraseRecipient' in body ? body.EraseRecipient.recipient_email : undefined;
}

/**
 * A word on WhatsApp is a reply too. An automatic reply to the reply has the platform's bare id as its cause, so the
 * answer to the word needs a cause of its own.
 */
export function wordCause(providerId: string): string {
  return `word ${providerId}`;
}

function textOf(
  { phone, own_number: ownNumber, channel, provider_id: providerId }: ReceiveText,
  receivedAt: Date,
): Needs['texts'][number] {
  return { phone, ownNumber, channel, cause: wordCause(providerId), receivedAt };
}

function phoneIn(body: Command['body']): string | undefined {
  return 'SetPhone' in body ? body.SetPhone.phone : undefined;
}

function countryIn(body: Command['body']): string | undefined {
  if ('CreateBusiness' in body) return body.CreateBusiness.settings.default_country ?? undefined;
  return 'ChangeBusiness' in body ? (body.ChangeBusiness.settings.default_country ?? undefined) : undefined;
}

function recipientIn(body: Command['body']): string | undefined {
  if ('OpenMessage' in body) return body.OpenMessage.recipient_id;
  if ('StopChannel' in body) return body.StopChannel.recipient_id;
  if ('Unsubscribe' in body) return body.Unsubscribe.recipient_id;
  if ('ApplyText' in body) return body.ApplyText.recipient_id ?? undefined;
  if ('ReceiveReply' in body) return body.ReceiveReply.recipient_id;
  return 'RenewLink' in body ? body.RenewLink.recipient_id : undefined;
}

function messageIn(body: Command['body']): string | undefined {
  if ('RetractMessage' in body) return body.RetractMessage.message_id;
  if ('ResendNudge' in body) return body.ResendNudge.message_id;
  if ('OpenMessage' in body) return body.OpenMessage.message_id;
  if ('ReceiveReply' in body) return body.ReceiveReply.message_id;
  return 'RenewLink' in body ? body.RenewLink.message_id : undefined;
}

function sendIn(body: Command['body']): string | undefined {
  if ('ReportAttempt' in body) return body.ReportAttempt.send_id;
  if ('ReportDelivery' in body) return body.ReportDelivery.send_id;
  return 'FireTimer' in body && body.FireTimer.kind !== 'plan' ? body.FireTimer.subject_id : undefined;
}
