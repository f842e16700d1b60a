import { deliveryView, type SendRow } from './delivery-view';

const AT = new Date('2026-09-21T14:13:20.000Z');
const LATER = new Date('2026-09-21T15:13:20.000Z');
const BLANK: SendRow = {
  message_id: 'msg_1',
  channel: 'email',
  nudge: 1,
  state: 'queued',
  credits: 0,
  error_code: null,
  skipped_reason: null,
  escalates_at: null,
  queued_at: AT,
  submitted_at: null,
  delivered_at: null,
  read_at: null,
  bounced_at: null,
  complained_at: null,
  fallback_of: null,
  updated_at: AT,
};
const refused = { ...BLANK, state: 'skipped', skipped_reason: 'sending_paused' } as const;
const delivered = { ...BLANK, state: 'delivered', submitted_at: AT, delivered_at: AT } as const;

/** The view of a message with this many nudges, and with its sends in the order in which they were decided. */
function view(nudge: number, ...sends: SendRow[]) {
  return deliveryView({ nudge, openedAt: null }, sends);
}

describe('the view of the delivery of a message (MSG-16)', () => {
  it('has every field, even if nothing was sent', () => {
    expect(view(0)).toEqual({
      delivered: false,
      delivered_at: null,
      opened: false,
      opened_at: null,
      bounced: false,
      bounced_at: null,
      complained: false,
      complained_at: null,
      not_sent: null,
      failed: null,
      sms: null,
      whatsapp: null,
    });
  });

  it('shows the newest nudge and none before it', () => {
    const first = [delivered, { ...BLANK, channel: 'sms', state: 'delivered' } as const];
    expect(view(2, ...first, { ...BLANK, nudge: 2 })).toMatchObject({ delivered: false, sms: null });
  });

  it('shows the later of two texts of one nudge', () => {
    const text = { ...BLANK, channel: 'sms' } as const;
    const resent = { ...text, state: 'delivered', credits: 1 } as const;
    const { sms } = view(1, { ...text, state: 'rejected', error_code: 'platform_limited' }, resent);
    expect(sms).toMatchObject({ state: 'delivered', credits: 1, error_code: null });
  });
});

describe('an email that did not go (MSG-17)', () => {
  it('shows the reason, and when it was decided', () => {
    expect(view(1, refused).not_sent).toEqual({ reason: 'sending_paused', at: AT.toISOString() });
  });

  it('is shown until the provider accepts a later email, of the same nudge or another', () => {
    const waiting = { ...BLANK, nudge: 2 };
    expect(view(2, refused, waiting).not_sent).toMatchObject({ reason: 'sending_paused' });
    expect(view(2, refused, { ...waiting, submitted_at: LATER }).not_sent).toBeNull();
  });

  it('is shown even if an earlier email was accepted', () => {
    expect(view(2, delivered, { ...refused, nudge: 2 }).not_sent).toMatchObject({ reason: 'sending_paused' });
  });

  it('shows the newest reason', () => {
    const retracted = { ...refused, nudge: 2, skipped_reason: 'retracted', updated_at: LATER };
    expect(view(2, refused, retracted).not_sent).toEqual({ reason: 'retracted', at: LATER.toISOString() });
  });
});

describe('an email that failed (MSG-18)', () => {
  const unknown = { ...BLANK, state: 'failed', error_code: 'outcome_unknown' } as const;

  it('shows the reason', () => {
    expect(view(1, unknown)).toMatchObject({
      delivered: false,
      failed: { reason: 'outcome_unknown', at: AT.toISOString() },
    });
  });

  it('no longer counts as failed once it is reported as delivered', () => {
    expect(view(1, delivered)).toMatchObject({ delivered: true, failed: null });
  });

  it('stays delivered if it bounces or gets a complaint afterwards', () => {
    const after = { ...delivered, bounced_at: LATER, complained_at: LATER };
    expect(view(1, after)).toMatchObject({ delivered: true, bounced: true, complained: true });
  });
});
