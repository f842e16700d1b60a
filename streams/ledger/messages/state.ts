export interface Message {
  readonly businessId: string;
  readonly id: string;
  readonly recipientId: string;
  readonly kind: 'one_off' | 'updateable';
  readonly status: 'active' | 'obsolete' | 'retracted';
  readonly subject: string;
  readonly body: string;
  readonly reference: string | null;
  readonly orderStatus: string | null;
  readonly scheduledFor: Date | null;
  readonly nudged: boolean;
  /** Number of the newest nudge. */
  readonly nudge: number;
  /** When the newest nudge was followed. */
  readonly openedAt: Date | null;
  readonly obsoletedAt: Date | null;
  readonly retractedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
