import type { Answer } from '../runtime/command-processor';
import type {
  ApiKey,
  Business,
  Changes,
  CommandOutcome,
  CreditEntry,
  EventRow,
  IdempotencyRecord,
  Message,
  Recipient,
  Send,
} from './state';

/** What a decision may look at. */
export interface State {
  business(id: string): Business | undefined;
  recipientByEmail(businessId: string, email: string): Recipient | undefined;
  /** How many keys of the business are in force. */
  activeKeys(businessId: string): number;
}

/**
 * The rows that the commands of a micro-batch need, and what they made of them. Each command sees what its predecessors
 * in the batch decided; in the end only the last state of a row is written, however many touched it.
 */
export class WorkingSet implements State {
  readonly written = {
    businesses: new Map<string, Business>(),
    apiKeys: new Map<string, ApiKey>(),
    creditEntries: new Map<string, CreditEntry>(),
    recipients: new Map<string, Recipient>(),
    messages: new Map<string, Message>(),
    sends: new Map<string, Send>(),
    events: new Map<string, EventRow>(),
    idempotencyRecords: new Map<string, IdempotencyRecord>(),
    commandOutcomes: new Map<string, CommandOutcome>(),
  };
  private readonly businesses = new Map<string, Business>();
  private readonly recipients = new Map<string, Recipient>();
  private readonly records = new Map<string, IdempotencyRecord>();
  private readonly answers: Map<string, Answer>;
  private readonly keys: Map<string, number>;

  constructor(loaded: {
    businesses: readonly Business[];
    recipients: readonly Recipient[];
    idempotencyRecords: readonly IdempotencyRecord[];
    answers: ReadonlyMap<string, Answer>;
    activeKeys: ReadonlyMap<string, number>;
  }) {
    for (const business of loaded.businesses) this.businesses.set(business.id, business);
    for (const recipient of loaded.recipients) this.recipients.set(recipientKey(recipient), recipient);
    for (const record of loaded.idempotencyRecords) this.records.set(recordKey(record), record);
    this.answers = new Map(loaded.answers);
    this.keys = new Map(loaded.activeKeys);
  }

  business(id: string): Business | undefined {
    return this.businesses.get(id);
  }

  recipientByEmail(businessId: string, email: string): Recipient | undefined {
    return this.recipients.get(recipientKey({ businessId, email }));
  }

  activeKeys(businessId: string): number {
    return this.keys.get(businessId) ?? 0;
  }

  idempotencyRecord(businessId: string, keyHash: Buffer): IdempotencyRecord | undefined {
    return this.records.get(recordKey({ businessId, keyHash }));
  }

  answerTo(commandId: string): Answer | undefined {
    return this.answers.get(commandId);
  }

  apply(changes: Changes): void {
    for (const business of changes.businesses ?? []) this.businesses.set(business.id, business);
    for (const recipient of changes.recipients ?? []) this.recipients.set(recipientKey(recipient), recipient);
    for (const { businessId } of changes.apiKeys ?? []) {
      this.keys.set(businessId, this.activeKeys(businessId) + 1);
    }
    put(this.written.businesses, changes.businesses);
    put(this.written.apiKeys, changes.apiKeys);
    put(this.written.creditEntries, changes.creditEntries);
    put(this.written.recipients, changes.recipients);
    put(this.written.messages, changes.messages);
    put(this.written.sends, changes.sends);
    put(this.written.events, changes.events);
  }

  /** The key is spent: the same request is answered with this from now on. */
  spend(record: IdempotencyRecord): void {
    this.records.set(recordKey(record), record);
    this.written.idempotencyRecords.set(recordKey(record), record);
    this.answers.set(record.commandId, { status: record.status, body: record.body, replayed: false });
  }

  /** The command is answered, and its key, if it has one, is as it was. */
  answer(outcome: CommandOutcome): void {
    this.written.commandOutcomes.set(outcome.commandId, outcome);
    this.answers.set(outcome.commandId, outcome);
  }
}

function put<Row extends { readonly id: string }>(
  written: Map<string, Row>,
  rows: readonly Row[] = [],
): void {
  for (const row of rows) written.set(row.id, row);
}

function recipientKey({ businessId, email }: Pick<Recipient, 'businessId' | 'email'>): string {
  return `${businessId} ${email}`;
}

function recordKey({ businessId, keyHash }: Pick<IdempotencyRecord, 'businessId' | 'keyHash'>): string {
  return `${businessId} ${keyHash.toString('base64')}`;
}
