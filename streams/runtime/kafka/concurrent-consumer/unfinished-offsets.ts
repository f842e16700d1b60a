/**
 * The records of a partition that are being processed. They finish in any order, and the lowest unfinished offset is
 * the one to commit, so that a crash skips none. Finished records above it are read again and recognised.
 */
export class UnfinishedOffsets {
  /** In the order of the log. Some of them may be finished already. */
  private begun: number[] = [];
  private first = 0;
  private readonly finished = new Set<number>();

  constructor(private next: number) {}

  get count(): number {
    return this.begun.length - this.first - this.finished.size;
  }

  /** The offset from which the next owner goes on if this process ends now. */
  get committable(): number {
    return this.begun[this.first] ?? this.next;
  }

  /** Returns false if the record was begun before. */
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
    // A slice costs the length of the rest, so it waits until more than half of the list is finished.
    if (this.first > 1_000 && this.first * 2 > this.begun.length) {
      this.begun = this.begun.slice(this.first);
      this.first = 0;
    }
  }
}
