/**
 * The rows of one table in a micro-batch: as they were loaded, and as its commands leave them. Only the last state of a
 * row is written, even if many commands changed it.
 */
export class Rows<Row, Index extends string = never> {
  readonly written = new Map<string, Row>();
  readonly removed = new Map<string, Row>();
  private readonly held = new Map<string, Row>();
  private readonly keysBy = new Map<string, Set<string>>();
  private readonly indexed: readonly [string, (row: Row) => string | null][];

  constructor(
    private readonly keyOf: (row: Row) => string,
    private readonly indexes: Readonly<Record<Index, (row: Row) => string | null>>,
  ) {
    this.indexed = Object.entries(indexes);
  }

  load(rows: Iterable<Row>): void {
    for (const row of rows) this.hold(this.keyOf(row), row);
  }

  get(key: string): Row | undefined {
    return this.held.get(key);
  }

  values(): Iterable<Row> {
    return this.held.values();
  }

  /** All rows that have this value now, ordered by key. */
  by(index: Index, value: string): Row[] {
    const found = this.keysBy.get(`${index} ${value}`);
    if (found === undefined) return [];
    return [...found].sort().flatMap((key) => {
      const row = this.held.get(key);
      return row !== undefined && this.indexes[index](row) === value ? [row] : [];
    });
  }

  /** Saves the row, new or changed. */
  save(row: Row): void {
    const key = this.keyOf(row);
    if (this.held.get(key) === row) return;
    this.hold(key, row);
    this.removed.delete(key);
    this.written.set(key, row);
  }

  remove(row: Row): void {
    const key = this.keyOf(row);
    this.held.delete(key);
    this.written.delete(key);
    this.removed.set(key, row);
  }

  /** Counts everything that was decided so far as stored. */
  markStored(): void {
    this.written.clear();
    this.removed.clear();
  }

  private hold(key: string, row: Row): void {
    this.held.set(key, row);
    for (const [index, valueOf] of this.indexed) {
      const value = valueOf(row);
      if (value === null) continue;
      const name = `${index} ${value}`;
      const keys = this.keysBy.get(name);
      if (keys === undefined) this.keysBy.set(name, new Set([key]));
      else keys.add(key);
    }
  }
}
