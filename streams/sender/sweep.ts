import type { Database } from '../runtime/postgres/database';
import type { CommandWriter } from '../runtime/commands/command-writer';
import { reportOf, skipEnding, UNKNOWN_ENDING, type AttemptRef } from './submission-report';
import { workKey } from './work';

export interface SweepDependencies {
  readonly database: Database;
  readonly commands: CommandWriter;
  readonly channel: string;
  /** An attempt that has been open for so long is on nobody's line any more. */
  readonly openForMs: number;
}

/**
 * Somebody must close an open attempt (hazard 15): its sender may have been killed with the provider on the line, and the
 * one that comes after it cannot know. So each sender reports those of its channel that have been open for too long,
 * whoever's they were, as unknown. The first report of an attempt counts.
 */
export class Sweep {
  /** Reported a while ago and perhaps not applied yet, with the real time of that. */
  private readonly reported = new Map<string, number>();

  constructor(private readonly deps: SweepDependencies) {}

  /** Gives back how many were reported. */
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
 * Only of sends that still wait for it, or an attempt that no report can end any more would be reported for good. Nor one
 * whose report was put aside: the next would be put aside as well.
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
