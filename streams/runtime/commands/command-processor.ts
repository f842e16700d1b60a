import type { Command } from '../../../schemas/generated/command';
import type { Transaction } from '../postgres/database';
import type { Output } from '../kafka/records';

/** A command with the time at which it is decided. Within a partition this time never goes back. */
export interface TimedCommand {
  readonly command: Command;
  readonly nowMs: number;
}

/** The outcome of a command: what the process that asked gets, as a reply or from the database. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

export interface Applied {
  readonly outputs: readonly Output[];
  /** Null for a command that no process can ask about. */
  readonly answer: Answer | null;
  /** The id of the command that this answers, if it is an earlier one. */
  readonly answered?: string;
}

/**
 * The product's part of a transaction: load, decide, store. Implemented by `ledger()` in streams/ledger/processor.ts;
 * services/pipeline/ledger.ts connects the two.
 */
export interface CommandProcessor {
  /** May load rows before `owned` resolves, but must not write before. */
  apply(
    transaction: Transaction,
    commands: readonly TimedCommand[],
    owned: Promise<unknown>,
  ): Promise<Applied[]>;
  /** Keyed hashes of the people in a command, so that an erasure also finds its dead letter. */
  peopleIn(command: Command): string[];
  /** Stores the answer to a command that could not be applied. */
  refuse(transaction: Transaction, command: TimedCommand, answer: Answer): void;
}
