/** A person who wrote may be sent plain text for a day. At other times only templates are delivered. */
export class ServiceWindows {
  private readonly lastWrote = new Map<string, number>();

  wrote(from: string, at: number): void {
    this.lastWrote.delete(from);
    this.lastWrote.set(from, at);
    const [longestAgo] = this.lastWrote.keys();
    if (this.lastWrote.size > MAX_PEOPLE && longestAgo !== undefined) this.lastWrote.delete(longestAgo);
  }

  isOpen(to: string, at: number): boolean {
    const wrote = this.lastWrote.get(to);
    return wrote !== undefined && at - wrote < DAY_MS;
  }
}

const DAY_MS = 24 * 60 * 60_000;
const MAX_PEOPLE = 50_000;
