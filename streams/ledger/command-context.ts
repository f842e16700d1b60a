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

/** What the house decides for all businesses alike. */
export interface PlatformSettings {
  /** Keyed hash of an address or a number, under which it is kept when the person is gone. */
  readonly hash: (kind: 'address' | 'number', text: string) => Buffer;
  /** Credits that a paid message to this country costs. */
  readonly price: (country: string) => number;
  /** The number that texts come from where a business has none of its own. */
  readonly smsSender: string | null;
  readonly partitionOf: (businessId: string) => number;
  /** How a template stands that nobody has said anything about. */
  readonly defaultReview: Review;
}

/**
 * Something that happened, in its two forms: the record on an event topic, which names ids only, and the row that a
 * webhook is made from, which holds the data as it was. Types that merchants do not hear of have no row.
 */
interface DomainEvent {
  readonly row: EventRow | undefined;
  readonly output: Output;
}

/** What a decision needs of its command, beside the body. */
interface CommandHeader {
  readonly id: string;
  readonly businessId: string;
  readonly nowMs: number;
  /** Who waits for the answer, and under which key: for what is answered by a later command. */
  readonly replyTo: string | null;
  readonly identity: RequestIdentity | null;
}

/**
 * What the decision of one command may read, and where it leaves its changes. Time and ids come with the command, so
 * deciding it again brings about the same. A decision that refuses does so before it saves anything.
 */
export class CommandContext {
  readonly outputs: Output[] = [];
  /** The answer to an earlier command, which this one has brought to its end. */
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

  /** The next id of its kind that this command brings about. */
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

  /** The business of a command that has found one: whoever decides about its sends need not ask again. */
  account(): Business {
    const business = this.business();
    if (business === undefined) throw new Error('a send without its business');
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

  /** The sends of a message, oldest first: by when they were decided, for ids go by the clocks of those who asked. */
  sendsOf(message: Message): Send[] {
    return this.set.sends
      .by('message', message.id)
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  }

  happened(happening: DomainEvent): void {
    this.outputs.push(happening.output);
    const { row } = happening;
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

  /** Removed by its key alone: whoever calls a send off need not have loaded its timers. */
  dropTimer(subjectId: string, kind: TimerKind): void {
    const { businessId } = this;
    this.set.timers.remove({ businessId, subjectId, kind, dueAt: this.now, partition: 0 });
  }

  private own<Row extends { readonly businessId: string }>(row: Row | undefined): Row | undefined {
    return row?.businessId === this.businessId ? row : undefined;
  }
}
