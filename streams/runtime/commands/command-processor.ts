import type { Command } from '../../../schemas/generated/command';
import type { Transaction } from '../postgres/database';
import type { Output } from '../kafka/records';

/** A command with the time it is decided at, which never runs backwards within a partition. */
export interface TimedCommand {
  readonly command: Command;
  readonly nowMs: number;
}

/** The answer to whoever sent a command. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

export interface Applied {
  readonly outputs: readonly Output[];
  /** Null for a command that nobody can ask about. */
  readonly answer: Answer | null;
  /** The command that is answered, where it is an earlier one. */
  readonly answered?: string;
}

/** The product's part of a store transaction: load, decide, store. */
export interface CommandProcessor {
  /** May load before `owned` has resolved; must not write before. */
  apply(
    transaction: Transaction,
    commands: readonly TimedCommand[],
    owned: Promise<unknown>,
  ): Promise<Applied[]>;
  /** Whom a command names, in a form that names nobody: what is put aside of it can then be erased with them. */
  peopleIn(command: Command): string[];
  /** Stores the answer to a command that could not be applied. */
  refuse(transaction: Transaction, command: TimedCommand, answer: Answer): void;
}
