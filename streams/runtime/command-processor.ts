import type { Command } from '../../schemas/generated/command';
import type { Sql } from './database';
import type { Output } from './records';

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
}

/** The product's part of a store transaction: load, decide, store. */
export interface CommandProcessor {
  apply(sql: Sql, commands: readonly TimedCommand[]): Promise<Applied[]>;
  /** Stores the answer to a command that could not be applied. */
  refuse(sql: Sql, command: TimedCommand, answer: Answer): Promise<void>;
}
