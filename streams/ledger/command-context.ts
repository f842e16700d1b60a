import type { RequestIdentity } from '../../schemas/generated/command';
import { derivedId, type IdPrefix } from '../../schemas/ids';
import { topics } from '../../schemas/topics';
import type { Review } from '../channels/paid-facts';
import type { Answer } from '../runtime/commands/command-processor';
import { output, type Output } from '../runtime/kafka/records';
import type { Business } from './accounts/tables';
import type { EventRow, Send, Timer, TimerKind } from './delivery/tables';
import type { Message } from './messages/tables';
import type { Recipient } from './people/tables';
import { timerKey } from './store/row-keys';
import type { WorkingSet } from './store/working-set';

/** Settings of the platform that hold for every business. */
export interface PlatformSettings {
  /** Keyed hash of an address or a number. Only this hash is kept after the person is erased. */
  readonly hash: (kind: 'address' | 'number', text: string) => Buffer;
  /** Credits that a paid message to this country costs. */
  readonly price: (country: string) => number;
  /** Sender number for the texts of a business that has no number of its own. */
  readonly smsSender: string | null;
  readonly partitionOf: (businessId: string) => number;
  /** Review status of a template that nobody has judged yet. */
  readonly defaultReview: Review;
}

/**
 * An event in its two forms: the record on an event topic, which has ids only, and the row that a webhook is made from,
 * which has the data at the time of the event. An event type that merchants do not receive has no row.
 */
interface DomainEvent {
  readonly row: EventRow | undefined;
  readonly output: Output;
}

/** What a decision needs from its command, besides the body. */
interface CommandHeader {
  readonly id: string;
  readonly businessId: string;
  readonly nowMs: number;
  /** Where the reply goes and the key of the request: a decision that a later command answers passes both on. */
  readonly replyTo: string | null;
  readonly identity: RequestIdentity | null;
}

/**
 * What the decision about one command may read, and where it leaves its changes. Time and ids come from the command, so
 * deciding it again gives the same result. A decision that refuses does so before it saves anything.
 */
export class CommandContext {
  readonly outputs: Output[] = [];
  /** The answer to an earlier command that this command has completed. */
  concluded: { readonly commandId: string; readonly answer: Answer } | undefined;
  private readonly used = new Map<IdPrefix, number>();

  constructor(
    readonly set: WorkingSet,
    readonly rules: PlatformSettings,
    readonly header: CommandHeader,
  ) {}

  get now(): Date {
    return new Date(this.header.nowMs);
  }

  get commandId(): string {
    return this.header.id;
  }

  get businessId(): string {
    return this.header.businessId;
  }

  /** The next id of this kind. It derives from the command, so deciding again gives the same id (IDEM-17). */
  id(prefix: IdPrefix): string {
    const index = this.used.get(prefix) ?? 0;
    this.used.set(prefix, index + 1);
    return derivedId(prefix, this.header.id, index);
  }

  /** A context for one part of the command, with ids of its own. */
  part(commandId: string): CommandContext {
    return new CommandContext(this.set, this.rules, { ...this.header, id: commandId });
  }

  business(): Business | undefined {
    return this.set.businesses.get(this.businessId);
  }

  /** The business, once the decision knows that it exists: it has checked `business()` or found a send of it. */
  account(): Business {
    const business = this.business();
    if (business === undefined) throw new Error(`the business ${this.businessId} of a send has no row`);
    return business;
  }

  recipient(id: string): Recipient | undefined {
    return this.own(this.set.recipients.get(id));
  }

  recipientByEmail(email: string): Recipient | undefined {
    return this.set.recipients.by('email', `${this.businessId} ${email}`)[0];
  }

  recipientByPhone(phone: string): Recipient | undefined {
    return this.set.recipients.by('phone', `${this.businessId} ${phone}`)[0];
  }

  message(id: string): Message | undefined {
    return this.own(this.set.messages.get(id));
  }

  send(id: string): Send | undefined {
    return this.own(this.set.sends.get(id));
  }

  /**
   * The sends of a message, oldest first. They are ordered by decision time, because ids follow the clocks of the
   * processes that asked.
   */
  sendsOf(message: Message): Send[] {
    return this.set.sends
      .by('message', message.id)
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  }

  emit({ output: record, row }: DomainEvent): void {
    this.outputs.push(record);
    if (row === undefined) return;
    this.set.events.save(row);
    const { businessId } = this;
    this.outputs.push(
      output(topics.webhookEvents, businessId, { business_id: businessId, event_id: row.id }),
    );
  }

  setTimer(subjectId: string, kind: TimerKind, dueAt: Date): void {
    const { businessId } = this;
    this.set.timers.save({
      businessId,
      subjectId,
      kind,
      dueAt,
      partition: this.rules.partitionOf(businessId),
    });
    this.outputs.push(
      output(topics.timers, businessId, {
        business_id: businessId,
        subject_id: subjectId,
        kind,
        due_at: dueAt.getTime(),
      }),
    );
  }

  timer(subjectId: string, kind: TimerKind): Timer | undefined {
    return this.own(this.set.timers.get(timerKey({ subjectId, kind })));
  }

  /** Removes the timer by its key alone, so a command that cancels a send does not have to load its timers. */
  dropTimer(subjectId: string, kind: TimerKind): void {
    const { businessId } = this;
    this.set.timers.remove({ businessId, subjectId, kind, dueAt: this.now, partition: 0 });
  }

  private own<Row extends { readonly businessId: string }>(row: Row | undefined): Row | undefined {
    return row?.businessId === this.businessId ? row : undefined;
  }
}
