import type { Command } from '../../../schemas/generated/command';
import { topics } from '../../../schemas/topics';
import type { Codec } from '../kafka/codec';
import type { Answer } from './command-processor';
import { NoAnswer } from './no-answer';
import type { RecordProducer } from '../kafka/producer';
import { partitionFor } from '../kafka/records';
import { unpackReplies, type OpenReplyInbox } from './replies';
import { WaitingRequests, type LookUp } from './waiting-requests';

/** Sends commands and waits for their outcomes. */
export interface Asker {
  /** Throws `NoAnswer` when there is none; the command may still be applied then. */
  ask(command: Omit<Command, 'reply_to'>): Promise<Answer>;
  /** True while replies arrive. Without them every outcome is looked up. */
  readonly isReplied: boolean;
  /** False from a command that did not get into the log, or not in time, until one does. */
  readonly isWriting: boolean;
  close(): Promise<void>;
}

export interface AskerDependencies {
  /** What replies to this process are addressed to: no other process has it, neither now nor later. */
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
        // Last, for a command that is asked again brings the name of whoever asked first.
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
