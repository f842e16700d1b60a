import type { Command } from '../../../schemas/generated/command';
import { topics } from '../../../schemas/topics';
import type { Codec } from '../kafka/codec';
import type { Answer } from './command-processor';
import { NoAnswer } from './no-answer';
import type { RecordProducer } from '../kafka/producer';
import { partitionFor } from '../kafka/records';
import { unpackReplies, type OpenReplyInbox } from './replies';
import { WaitingRequests, type LookUp } from './waiting-requests';

/** Writes commands to the log and waits for their outcomes: how ingress, inbox and console change anything. */
export interface Asker {
  /** Throws `NoAnswer` when no outcome arrives in time. The ledger may still apply the command later. */
  ask(command: Omit<Command, 'reply_to'>): Promise<Answer>;
  /** True while replies arrive. While they do not, every outcome is looked up. */
  readonly isReplied: boolean;
  /** Becomes false when a command is not written to the log in time, and true again when one is written. */
  readonly isWriting: boolean;
  close(): Promise<void>;
}

export interface AskerDependencies {
  /** The address for replies to this process. No other process ever has the same name. */
  readonly name: string;
  readonly codec: Codec;
  readonly producer: Pick<RecordProducer, 'publish'>;
  readonly partitions: number;
  readonly lookUp: LookUp;
  readonly openInbox: OpenReplyInbox;
}

export function openAsker({
  name,
  codec,
  producer,
  partitions,
  lookUp,
  openInbox,
}: AskerDependencies): Asker {
  const requests = new WaitingRequests(lookUp, () => inbox.isOpen);
  const inbox = openInbox(name, {
    onReplies: (packed) => requests.replied(unpackReplies(packed)),
    onLost: () => requests.lookUpSoon(),
  });
  let isWriting = true;
  return {
    ask(command) {
      const { business_id: businessId, command_id: commandId } = command;
      const record = {
        topic: topics.commands.name,
        partition: partitionFor(businessId, partitions),
        key: businessId,
        // `reply_to` comes last because a command that is asked again still carries the name of its first asker.
        value: codec.encode(topics.commands, { ...command, reply_to: name }),
      };
      const answer = requests.wait(commandId);
      let isWritten = false;
      producer.publish([record]).then(
        () => {
          isWritten = true;
          isWriting = true;
        },
        (cause: unknown) => requests.fail(commandId, new NoAnswer({ cause })),
      );
      answer.catch(() => {
        if (!isWritten) isWriting = false;
      });
      return answer;
    },
    get isReplied() {
      return requests.areReplied;
    },
    get isWriting() {
      return isWriting;
    },
    close: () => inbox.close(),
  };
}
