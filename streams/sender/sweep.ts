/** Recovers attempts that died with their sender. */
import type { Database } from '../runtime/postgres/database';
import type { CommandWriter } from '../runtime/commands/command-writer';
import { reportOf, skipEnding, UNKNOWN_ENDING, type AttemptRef } from './submission-report';
import { workKey } from './work';

export interface SweepDependencies {
  readonly database: Database;
  readonly commands: CommandWriter;
  readonly channel: string;
  /** After this time no sender can still be calling the provider for the attempt. */
  readonly openForMs: number;
}

/**
 * Closes attempts whose sender died (HAZ-17). Each sender reports the attempts of its channel that have been open for
 * too long, those of other senders too. Nobody knows whether the provider took them, so the outcome is `unknown`. The
 * first report of an attempt counts.
 */
export class Sweep {
  /** Attempts that were reported, perhaps not applied yet, with the real time of the report. */
  private readonly reported = new Map<string, number>();

  constructor(private readonly deps: SweepDependencies) {}

  /** Returns how many attempts were reported. */
  async run(
    { nowMs, wallMs }: { readonly nowMs: number; readonly wallMs: number },
    isOurs: (attempt: AttemptRef) => boolean,
  ): Promise<number> {
    const { database, commands, channel, openForMs } = this.deps;
    for (const [key, atMs] of this.reported) if (wallMs - atMs > REPORT_AGAIN_MS) this.reported.delete(key);
    const before = new Date(wallMs - openForMs);
    const open = await database.query<OpenAttempt>(OPEN, [channel, before, AT_A_TIME]);
    const left = open.filter((attempt) => !isOurs(attempt) && !this.reported.has(workKey(attempt)));
    if (left.length === 0) return 0;
    await commands.write(
      left.map((attempt) =>
        reportOf(
          attempt,
          attempt.skippedReason === null ? UNKNOWN_ENDING : skipEnding(attempt.skippedReason),
          nowMs,
        ),
      ),
    );
    for (const attempt of left) this.reported.set(workKey(attempt), wallMs);
    return left.length;
  }
}

interface OpenAttempt extends AttemptRef {
  readonly skippedReason: string | null;
}

const AT_A_TIME = 500;
const REPORT_AGAIN_MS = 60_000;

/**
 * Only attempts that their send still waits for, because no report ends any other and it would be reported for ever.
 * Not an attempt whose report was parked either, because the next report would be parked too (HAZ-22).
 */
const OPEN = {
  name: 'sender-open-attempts',
  text: `
    SELECT a.business_id AS "businessId", a.send_id AS "sendId", a.attempt, a.skipped_reason AS "skippedReason"
    FROM send_attempts a JOIN sends s ON s.business_id = a.business_id AND s.id = a.send_id
    WHERE a.outcome IS NULL AND a.parked_at IS NULL AND a.started_at < $2
      AND s.channel = $1 AND s.state = 'queued' AND s.attempt = a.attempt
    ORDER BY a.started_at LIMIT $3`,
};
