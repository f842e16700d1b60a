export type Channel = 'email' | 'sms' | 'whatsapp';

/** The number of a push, and when its submission arrived, in milliseconds of real time. */
export type Submitted = readonly [number: number, atMs: number];

export type Submissions = Readonly<Record<Channel, readonly Submitted[]>>;

/** Records submissions, and can hold back their responses until everything is ready. */
export class SubmissionRecord {
  private arrived = emptyLists();
  private waiting: (() => void)[] = [];
  private isHolding = false;

  get counts(): Readonly<Record<Channel, number>> {
    const { email, sms, whatsapp } = this.arrived;
    return { email: email.length, sms: sms.length, whatsapp: whatsapp.length };
  }

  /** Resolves when the submission may be answered. */
  async add(channel: Channel, number: number): Promise<void> {
    this.arrived[channel].push([number, performance.timeOrigin + performance.now()]);
    if (this.isHolding) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  take(): Submissions {
    const taken = this.arrived;
    this.arrived = emptyLists();
    return taken;
  }

  hold(): void {
    this.isHolding = true;
  }

  release(): void {
    this.isHolding = false;
    for (const answer of this.waiting.splice(0)) answer();
  }
}

function emptyLists(): Record<Channel, Submitted[]> {
  return { email: [], sms: [], whatsapp: [] };
}
