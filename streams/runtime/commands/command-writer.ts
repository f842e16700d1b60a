import type { Command } from '../../../schemas/generated/command';
import { topics } from '../../../schemas/topics';
import type { Codec } from '../kafka/codec';
import type { RecordProducer } from '../kafka/producer';
import { partitionFor } from '../kafka/records';

/** A command whose outcome no process waits for: that of a timer, a sender or a provider's report. */
export type UnaskedCommand = Omit<Command, 'reply_to' | 'idempotency'>;

/** Writes commands to the log. Implemented by `createCommandWriter` below. */
export interface CommandWriter {
  /** Resolves when all commands are in the log. Those of one business keep their order. */
  write(commands: readonly UnaskedCommand[]): Promise<void>;
}

export function createCommandWriter(
  codec: Codec,
  producer: Pick<RecordProducer, 'publish'>,
  partitions: number,
): CommandWriter {
  return {
    write: (commands) =>
      producer.publish(
        commands.map((command) => ({
          topic: topics.commands.name,
          partition: partitionFor(command.business_id, partitions),
          key: command.business_id,
          value: codec.encode(topics.commands, { reply_to: null, idempotency: null, ...command }),
        })),
      ),
  };
}
