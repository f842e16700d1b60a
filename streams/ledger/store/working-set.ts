import type { Answer } from '../../runtime/commands/command-processor';
import { Rows } from './rows';
import type { Doomed } from '../erasure/doomed';
import type { Erasure, QueuedDelivery } from '../erasure/state';
import type { Acknowledgement, Notice, WhatsappReply, TextedStop } from '../people/state';
import type { ApiKey, Business, CreditEntry, Endpoint } from '../accounts/state';
import type { CommandOutcome, IdempotencyRecord } from '../answers/state';
import type { Attempt, EventRow, Send, TemplateReview, Timer } from '../delivery/state';
import type { Message } from '../messages/state';
import type { NumberStop, PlatformSuppression, Recipient, Suppression, UnreachableNumber } from '../people/state';

/**
 * The rows that the commands of a micro-batch need, and what they made of them. Each command sees what its predecessors
 * in the batch decided.
 */
export class WorkingSet {
  readonly businesses = new Rows<Business>((row) => row.id, {});
  readonly apiKeys = new Rows<ApiKey, 'business' | 'maker'>((row) => row.id, {
    business: (row) => (row.revokedAt === null ? row.businessId : null),
    maker: (row) => row.mintedBy,
  });
  readonly creditEntries = new Rows<CreditEntry>((row) => row.id, {});
  readonly recipients = new Rows<Recipient, 'email' | 'phone'>((row) => row.id, {
    email: (row) => `${row.businessId} ${row.email}`,
    phone: (row) => (row.phone === null ? null : `${row.businessId} ${row.phone}`),
  });
  readonly messages = new Rows<Message, 'updateable'>((row) => row.id, {
    updateable: (row) =>
      row.kind === 'updateable' && row.status === 'active' ? `${row.recipientId} ${row.subject}` : null,
  });
  readonly sends = new Rows<Send, 'message' | 'number'>((row) => row.id, {
    message: (row) => row.messageId,
    number: (row) => (row.phone === null ? null : `${row.businessId} ${row.phone}`),
  });
  readonly attempts = new Rows<Attempt>(attemptKey, {});
  readonly timers = new Rows<Timer>(timerKey, {});
  readonly numberStops = new Rows<NumberStop, 'number'>(
    (row) => `${numberKey(row)} ${row.channel} ${row.source}`,
    {
      number: numberKey,
    },
  );
  readonly suppressions = new Rows<Suppression, 'address'>((row) => `${addressKey(row)} ${row.kind}`, {
    address: addressKey,
  });
  readonly platformSuppressions = new Rows<PlatformSuppression>((row) => hashKey(row.addressHash), {});
  readonly unreachableNumbers = new Rows<UnreachableNumber>((row) => hashKey(row.numberHash), {});
  readonly acknowledgements = new Rows<Acknowledgement, 'recipient'>(numberKey, {
    recipient: (row) => row.recipientId,
  });
  readonly textedStops = new Rows<TextedStop, 'number'>(textedKey, {
    number: (row) => hashKey(row.numberHash),
  });
  readonly replies = new Rows<WhatsappReply, 'provider'>((row) => row.id, {
    provider: (row) => `${row.businessId} ${row.providerId}`,
  });
  readonly notices = new Rows<Notice, 'cause' | 'texted'>((row) => row.id, {
    cause: (row) => row.cause,
    // Taken or not, what answers a text has the number that it comes from; one that is only remembered has none.
    texted: (row) => (row.channel === 'sms' && row.sender !== null ? row.recipientId : null),
  });
  /** Only ever removed: they are the dispatcher's. */
  readonly deliveries = new Rows<QueuedDelivery>(({ endpointId, eventId }) => `${endpointId} ${eventId}`, {});
  readonly erasures = new Rows<Erasure>((row) => row.id, {});
  readonly reviews = new Rows<TemplateReview>((row) => row.orderStatus, {});
  readonly endpoints = new Rows<Endpoint, 'business'>((row) => row.id, { business: (row) => row.businessId });
  /** Those that are given another chance, for their health is not in the ledger's rows. */
  readonly enabledEndpoints = new Rows<Pick<Endpoint, 'businessId' | 'id'>>((row) => row.id, {});
  readonly events = new Rows<EventRow>((row) => row.id, {});
  readonly idempotencyRecords = new Rows<IdempotencyRecord>(recordKey, {});
  readonly commandOutcomes = new Rows<CommandOutcome>((row) => row.commandId, {});
  /** Answers that were given before this batch, by command. */
  readonly answers = new Map<string, Answer>();
  /** What the next step of each erasure in the batch removes. */
  readonly doomed = new Map<string, Doomed>();
  /** Rows that are removed by id alone: nothing else is known of them. */
  readonly gone = new Map<GoneTable, { readonly businessIds: string[]; readonly ids: string[] }>();
  /** Whom a text concerns, by number, number of ours and channel. */
  readonly holders = new Map<string, readonly { businessId: string; recipientId: string | null }[]>();
  /** Names of businesses that have a number of ours to themselves, by number. */
  readonly ownersOf = new Map<string, string>();

  idempotencyRecord(businessId: string, keyHash: Buffer): IdempotencyRecord | undefined {
    return this.idempotencyRecords.get(recordKey({ businessId, keyHash }));
  }

  /** The key is spent: the same request is answered with this from now on. */
  spend(record: IdempotencyRecord): void {
    this.idempotencyRecords.save(record);
    this.answers.set(record.commandId, { status: record.status, body: record.body, replayed: false });
  }

  /** Work on the request has begun and goes on in later commands: until then a twin is told so. */
  begin(record: IdempotencyRecord): void {
    this.idempotencyRecords.save(record);
  }

  forget(table: GoneTable, rows: readonly { readonly businessId: string; readonly id: string }[]): void {
    const { businessIds, ids } = this.gone.get(table) ?? { businessIds: [], ids: [] };
    for (const { businessId, id } of rows) {
      businessIds.push(businessId);
      ids.push(id);
    }
    if (ids.length > 0) this.gone.set(table, { businessIds, ids });
  }

  /** The command is answered, and its key, if it has one, is as it was. */
  answer(outcome: CommandOutcome): void {
    this.commandOutcomes.save(outcome);
    this.answers.set(outcome.commandId, outcome);
  }
}

/** Tables whose rows are removed by their id, and the column that has it. */
export const GONE_BY = {
  events: 'id',
  send_attempts: 'send_id',
  timers: 'subject_id',
  whatsapp_replies: 'id',
  command_outcomes: 'command_id',
  notices: 'id',
  short_links: 'code',
  dead_letters: 'id',
} as const;

export type GoneTable = keyof typeof GONE_BY;

export function attemptKey({ sendId, attempt }: Pick<Attempt, 'sendId' | 'attempt'>): string {
  return `${sendId} ${attempt}`;
}

export function timerKey({ subjectId, kind }: Pick<Timer, 'subjectId' | 'kind'>): string {
  return `${subjectId} ${kind}`;
}

export function numberKey({ businessId, numberHash }: Pick<NumberStop, 'businessId' | 'numberHash'>): string {
  return `${businessId} ${hashKey(numberHash)}`;
}

export function textedKey({
  numberHash,
  ownNumber,
  channel,
}: Pick<TextedStop, 'numberHash' | 'ownNumber' | 'channel'>): string {
  return `${hashKey(numberHash)} ${ownNumber} ${channel}`;
}

export function addressKey({
  businessId,
  addressHash,
}: Pick<Suppression, 'businessId' | 'addressHash'>): string {
  return `${businessId} ${hashKey(addressHash)}`;
}

export function hashKey(hash: Buffer): string {
  return hash.toString('base64');
}

function recordKey({ businessId, keyHash }: Pick<IdempotencyRecord, 'businessId' | 'keyHash'>): string {
  return `${businessId} ${hashKey(keyHash)}`;
}
