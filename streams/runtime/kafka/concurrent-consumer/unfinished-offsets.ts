/**
 * Which records of a partition are still being worked on. They finish in any order; what may be committed is the lowest
 * that has not, so that after a crash none is skipped. Those above it that had finished are then read again, and
 * recognised.
 */
export class UnfinishedOffsets {
  /** In the order of the log, those that finished already among them. */
  private begun: number[] = [];
  private first = 0;
  private readonly finished = new Set<number>();

  constructor(private next: number) {}

  get count(): number {
    return this.begun.length - this.first - this.finished.size;
  }

  /** The offset to go on from, were this process to end now. */
  get committable(): number {
    return this.begun[this.first] ?? this.next;
  }

  /** False: it was begun before. */
  begin(offset: number): boolean {
    if (offset < this.next) return false;
    this.begun.push(offset);
    this.next = offset + 1;
    return true;
  }

  finish(offset: number): void {
    this.finished.add(offset);
    for (let lowest = this.begun[this.first]; lowest !== undefined; lowest = this.begun[this.first]) {
      if (!this.finished.delete(lowest)) break;
      this.first += 1;
    }
    // Moving the rest down costs its length, so it is done only when as much has been passed.
    if (this.first > 1_000 && this.first * 2 > this.begun.length) {
      this.begun = this.begun.slice(this.first);
      this.first = 0;
    }
  }
}
