export type Channel = 'email' | 'sms' | 'whatsapp';

/** Number of the push and the moment its submission arrived, in milliseconds of real time. */
export type Submitted = readonly [number: number, atMs: number];

export type Submissions = Readonly<Record<Channel, readonly Submitted[]>>;

/** What arrived, and a gate behind which senders wait for their answers until everything is in place. */
export class SubmissionRecord {
  private arrived = emptyLists();
  private waiting: (() => void)[] = [];
  private isHolding = false;

  get counts(): Readonly<Record<Channel, number>> {
    const { email, sms, whatsapp } = this.arrived;
    return { email: email.length, sms: sms.length, whatsapp: whatsapp.length };
  }

  /** Resolves when it may be answered. */
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
