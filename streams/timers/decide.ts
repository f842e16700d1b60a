import { DueHeap } from './due-heap';

/** A row of `timers`. One that was moved is another one: whoever fires the old does no harm, for the ledger compares. */
export interface DueTimer {
  readonly businessId: string;
  readonly subjectId: string;
  readonly kind: string;
  readonly dueAtMs: number;
}

/** So far ahead timers are kept in memory; half of it passes before the table is read again. */
export const NEAR_MS = 60_000;
/**
 * More commands than this of one partition are never under way, however many deadlines come at once: as many as the ledger
 * applies in some 50 ms, for which the pushes of others then wait.
 */
export const MAX_UNAPPLIED = 70;
/** So many of the nearest are read at once. Those under way are still in the table, and must not fill the page. */
const WANTED = 1_000;
export const PAGE = WANTED + MAX_UNAPPLIED;
/** More than this are not held: those that come last are read again when they are near. */
const MAX_HELD = 2 * PAGE;
/** For so long the ledger is waited for before a timer is fired again; twice as long each time. */
const REFIRE_MS = 30_000;
const LONGEST_REFIRE_MS = 3_600_000;
/** How soon to look which have been applied. */
const LOOK_MS = 1_000;
/** Where others wait for their place: whether any may have been, by the first and the last that were fired. */
const GLANCE_MS = 5;

interface Fired {
  readonly timer: DueTimer;
  firedAtMs: number;
  times: number;
}

/** Fired timers to look for in the table: all of them, or a few that tell whether it is worth it. */
export interface Look {
  readonly timers: readonly DueTimer[];
  readonly isGlance: boolean;
}

/**
 * What the owner of a partition decides about its timers: when to read the table, what to fire, when to look whether it was
 * applied. The table is the truth; memory holds every row due before `horizonMs` and nothing else, so a million rows
 * cost no more than the near ones. `nowMs` is the product's time, `wallMs` real time.
 */
export class NearTimers {
  private readonly waiting = new DueHeap<DueTimer>();
  private readonly held = new Set<string>();
  /** Every row due before this is waiting or fired. */
  private horizonMs = Number.NEGATIVE_INFINITY;
  private lookedAtMs = 0;
  private glancedAtMs = 0;
  /** A reading of the table that is under way, and what was announced since it began: the answer may be without it. */
  private reading: { untilMs: number; readonly announced: DueTimer[] } | undefined;

  constructor(private readonly fired = new Map<string, Fired>()) {}

  /**
   * For the same partition, assigned to this process again. What was fired is in the log even if the ledger has not applied it yet:
   * a process that is merely slow loses its session again and again, and would fire all of it each time.
   */
  reopened(): NearTimers {
    return new NearTimers(this.fired);
  }

  get isRead(): boolean {
    return this.horizonMs > Number.NEGATIVE_INFINITY;
  }

  /** While many wait they are fired first: what comes after them in the table could not be fired sooner anyway. */
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
    // A full page may end amid rows of one moment, so of its last moment nothing is certain.
    this.horizonMs = Math.min(rows[PAGE - 1]?.dueAtMs ?? untilMs, this.reading?.untilMs ?? untilMs);
    const announced = this.reading?.announced ?? [];
    this.reading = undefined;
    for (const timer of announced) this.announce(timer);
  }

  /** The log says that a row was set. */
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
    // An answer that is under way may be without those dropped: it says no more than this either.
    if (this.reading !== undefined) this.reading.untilMs = Math.min(this.reading.untilMs, this.horizonMs);
  }

  /** What is to be fired now, in the order in which it is due. It counts as fired from here on. */
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

  /** These could not be written to the log. */
  putBack(timers: readonly DueTimer[]): void {
    for (const timer of timers) {
      this.fired.delete(nameOf(timer));
      this.hold(timer);
    }
  }

  /** What to look for now; undefined while it is too early. */
  nextLook(nowMs: number, wallMs: number): Look | undefined {
    if (this.untilLookingMs(nowMs, wallMs) > 0) return undefined;
    const timers = Array.from(this.fired.values(), ({ timer }) => timer);
    const isGlance = wallMs < this.lookedAtMs + LOOK_MS;
    return { timers: isGlance ? [timers[0]!, timers[timers.length - 1]!] : timers, isGlance };
  }

  /**
   * Of those looked for these very ones are still in the table: the others have been applied, moved or dropped. Gives back what has
   * waited too long and is to be fired again: its command may have been lost with a process, or put aside.
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

  /** How long no timer can be fired, unless the log says something. */
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
