import { DueHeap } from './due-heap';

/**
 * A row of `timers`. A moved timer counts as another one; firing the old one is harmless, because the ledger compares.
 */
export interface DueTimer {
  readonly businessId: string;
  readonly subjectId: string;
  readonly kind: string;
  readonly dueAtMs: number;
}

/** Timers due within this time are held in memory. The table is read again after half of it. */
export const NEAR_MS = 60_000;
/**
 * The most commands of one partition under way (HAZ-20). The ledger applies as many in some 50 ms, which is how long a
 * storm of deadlines delays the pushes of other businesses.
 */
export const MAX_UNAPPLIED = 70;
/** How many of the nearest timers to read. Fired ones may still be in the table, so a page has room for them too. */
const WANTED = 1_000;
export const PAGE = WANTED + MAX_UNAPPLIED;
/** The most timers held in memory. Beyond this the latest are dropped, and read again when they are near. */
const MAX_HELD = 2 * PAGE;
/** A timer that the ledger does not apply is fired again after this time, then after twice as long each time. */
const REFIRE_MS = 30_000;
const LONGEST_REFIRE_MS = 3_600_000;
/** How often to look which fired timers have been applied. */
const LOOK_MS = 1_000;
/** How often to glance while due timers wait for room: only the first and the last fired timer are looked up. */
const GLANCE_MS = 5;

interface Fired {
  readonly timer: DueTimer;
  firedAtMs: number;
  times: number;
}

/** Fired timers to look up in the table: all of them, or as a glance two that show whether a full look is worth it. */
export interface Look {
  readonly timers: readonly DueTimer[];
  readonly isGlance: boolean;
}

/**
 * Decides about the timers of one partition: when to read the table, what to fire, when to look what was applied.
 * Memory holds the rows due before `horizonMs` and no others, so a million rows cost no more than the near ones.
 * `nowMs` is the product's time, `wallMs` real time.
 */
export class NearTimers {
  private readonly waiting = new DueHeap<DueTimer>();
  private readonly held = new Set<string>();
  /** Every row due before this time is waiting or fired. */
  private horizonMs = Number.NEGATIVE_INFINITY;
  private lookedAtMs = 0;
  private glancedAtMs = 0;
  /** A query of the table under way, with the timers announced since it began: its answer may lack them. */
  private reading: { untilMs: number; readonly announced: DueTimer[] } | undefined;

  constructor(private readonly fired = new Map<string, Fired>()) {}

  /**
   * For the same partition when it is assigned to this process again. Keeps the fired timers, because their commands
   * are in the log: a slow process loses its session again and again, and would fire all of them each time.
   */
  reopened(): NearTimers {
    return new NearTimers(this.fired);
  }

  get isRead(): boolean {
    return this.horizonMs > Number.NEGATIVE_INFINITY;
  }

  /** False while many timers wait, because later rows of the table cannot be fired before them anyway. */
  needsReading(nowMs: number): boolean {
    return this.untilReadingMs(nowMs) <= 0;
  }

  /** The table is about to be read for rows due before `untilMs`. */
  beginReading(untilMs: number): void {
    this.reading = { untilMs, announced: [] };
  }

  /** Rows of the table due before `untilMs`, earliest first, at most `PAGE`. */
  read(rows: readonly DueTimer[], untilMs: number): void {
    for (const row of rows) this.hold(row);
    // A full page may end between rows of the same due time, so the rows of that time may be incomplete.
    this.horizonMs = Math.min(rows[PAGE - 1]?.dueAtMs ?? untilMs, this.reading?.untilMs ?? untilMs);
    const announced = this.reading?.announced ?? [];
    this.reading = undefined;
    for (const timer of announced) this.announce(timer);
  }

  /** A record of the topic `timers` says that a row was set. */
  announce(timer: DueTimer): void {
    if (timer.dueAtMs >= this.horizonMs) {
      if (timer.dueAtMs < (this.reading?.untilMs ?? 0)) this.reading?.announced.push(timer);
      return;
    }
    this.hold(timer);
    if (this.waiting.size <= MAX_HELD) return;
    const dropped = this.waiting.cut(WANTED);
    for (const one of dropped) this.held.delete(nameOf(one));
    this.horizonMs = dropped[0]!.dueAtMs;
    // The answer of a query under way may lack the dropped timers, so it counts only up to this time as well.
    if (this.reading !== undefined) this.reading.untilMs = Math.min(this.reading.untilMs, this.horizonMs);
  }

  /** Takes the timers to fire now, in the order in which they are due. From here on they count as fired. */
  takeDue(nowMs: number, wallMs: number): DueTimer[] {
    const due: DueTimer[] = [];
    if (this.fired.size === 0) this.lookedAtMs = wallMs;
    for (let timer = this.waiting.earliest; timer !== undefined; timer = this.waiting.earliest) {
      if (timer.dueAtMs > nowMs || this.fired.size >= MAX_UNAPPLIED) break;
      this.waiting.take();
      const name = nameOf(timer);
      this.held.delete(name);
      this.fired.set(name, { timer, firedAtMs: wallMs, times: 1 });
      due.push(timer);
    }
    if (due.length > 0) this.glancedAtMs = wallMs;
    return due;
  }

  /** The commands of these timers could not be written to the log. */
  putBack(timers: readonly DueTimer[]): void {
    for (const timer of timers) {
      this.fired.delete(nameOf(timer));
      this.hold(timer);
    }
  }

  /** The fired timers to look up now, or undefined while it is too early. */
  nextLook(nowMs: number, wallMs: number): Look | undefined {
    if (this.untilLookingMs(nowMs, wallMs) > 0) return undefined;
    const timers = Array.from(this.fired.values(), ({ timer }) => timer);
    const isGlance = wallMs < this.lookedAtMs + LOOK_MS;
    return { timers: isGlance ? [timers[0]!, timers[timers.length - 1]!] : timers, isGlance };
  }

  /**
   * Takes in the answer to a look. Timers that are no longer in the table were applied, moved or deleted. Returns the
   * timers to fire again because they have waited too long: their commands may be lost or parked.
   */
  looked({ timers, isGlance }: Look, stillThere: readonly DueTimer[], wallMs: number): DueTimer[] {
    this.glancedAtMs = wallMs;
    if (isGlance) {
      if (stillThere.length < timers.length) this.lookedAtMs = Number.NEGATIVE_INFINITY;
      return [];
    }
    this.lookedAtMs = wallMs;
    const there = new Set(stillThere);
    for (const timer of timers) if (!there.has(timer)) this.fired.delete(nameOf(timer));
    const overdue = [...this.fired.values()].filter((fired) => wallMs >= refireAtMs(fired));
    for (const fired of overdue) {
      fired.firedAtMs = wallMs;
      fired.times += 1;
    }
    return overdue.map(({ timer }) => timer);
  }

  /** How long no timer can be fired, unless a record announces one. */
  untilFiringMs(nowMs: number): number {
    return this.fired.size < MAX_UNAPPLIED ? this.untilDueMs(nowMs) : Infinity;
  }

  untilReadingMs(nowMs: number): number {
    return this.waiting.size < WANTED / 2 ? this.horizonMs - NEAR_MS / 2 - nowMs : Infinity;
  }

  untilLookingMs(nowMs: number, wallMs: number): number {
    return this.fired.size === 0 ? Infinity : this.lookAtMs(nowMs) - wallMs;
  }

  private lookAtMs(nowMs: number): number {
    const othersWait = this.untilDueMs(nowMs) <= 0;
    const isCrowded = this.fired.size >= MAX_UNAPPLIED && othersWait;
    const lookAtMs = this.lookedAtMs + LOOK_MS;
    return isCrowded ? Math.min(this.glancedAtMs + GLANCE_MS, lookAtMs) : lookAtMs;
  }

  private untilDueMs(nowMs: number): number {
    return (this.waiting.earliest?.dueAtMs ?? Infinity) - nowMs;
  }

  private hold(timer: DueTimer): void {
    const name = nameOf(timer);
    if (this.held.has(name) || this.fired.has(name)) return;
    this.held.add(name);
    this.waiting.add(timer);
  }
}

function refireAtMs({ firedAtMs, times }: Fired): number {
  return firedAtMs + Math.min(REFIRE_MS * 2 ** (times - 1), LONGEST_REFIRE_MS);
}

function nameOf({ businessId, subjectId, kind, dueAtMs }: DueTimer): string {
  return `${businessId} ${subjectId} ${kind} ${dueAtMs}`;
}
