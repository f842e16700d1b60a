import type { Knex } from 'knex';

/** The webhook endpoints of merchants, and what became of each event at each endpoint. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(ENDPOINTS);
  await knex.raw(DELIVERIES);
}

const ENDPOINTS = `
  CREATE TABLE webhook_endpoints (
    business_id text NOT NULL,
    id text NOT NULL,
    url text NOT NULL,
    event_types jsonb NOT NULL,
    description text NOT NULL,
    secret bytea NOT NULL,
    masked_secret text NOT NULL,
    created_at timestamptz NOT NULL,
    disabled_at timestamptz,
    consecutive_failures int NOT NULL DEFAULT 0,
    failing_since timestamptz,
    last_success_at timestamptz,
    last_error text,
    PRIMARY KEY (business_id, id)
  ) WITH (fillfactor = 70);
  COMMENT ON TABLE webhook_endpoints IS
    'The ledger creates, enables and removes endpoints. The dispatcher writes their health.';
  COMMENT ON COLUMN webhook_endpoints.event_types IS 'Empty: all.';
  COMMENT ON COLUMN webhook_endpoints.secret IS 'Encrypted, and bound to the id.';
  COMMENT ON COLUMN webhook_endpoints.consecutive_failures IS 'Events in a row of which all attempts failed.';
  COMMENT ON COLUMN webhook_endpoints.failing_since IS
    'The first attempt that failed since the last success; null if the last attempt succeeded.';
`;

/**
 * The index of due deliveries begins with partition and endpoint, not with the time: an endpoint that was down for a
 * day has a hundred thousand due, and a reader of the earliest of all would read nothing else. Within an endpoint,
 * retries stand apart, because behind as many first attempts they would never get their turn.
 *
 * Nearly all deliveries are tried at once and stand in no index by state, so the end of one changes its row and
 * nothing else. Half of each page is left free for that. `next_at` is set only for what has to be found later: a
 * retry, a delivery that found no slot, and a first attempt that never ended, which is found by its age.
 */
const DELIVERIES = `
  CREATE TABLE webhook_deliveries (
    business_id text NOT NULL,
    endpoint_id text NOT NULL,
    event_id text NOT NULL,
    recipient_id text,
    partition int NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'dropped')),
    attempt int NOT NULL,
    is_retry boolean NOT NULL GENERATED ALWAYS AS (attempt > 0 AND next_at IS NOT NULL) STORED,
    has_counted boolean NOT NULL DEFAULT false,
    next_at timestamptz,
    last_status int,
    last_error text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, endpoint_id, event_id),
    CONSTRAINT webhook_deliveries_in_line CHECK (next_at IS NULL OR state = 'waiting')
  ) WITH (fillfactor = 50);
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (partition, business_id, endpoint_id, is_retry, next_at)
    WHERE next_at IS NOT NULL;
  CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (partition, created_at);
  CREATE INDEX webhook_deliveries_of_recipient ON webhook_deliveries (business_id, recipient_id)
    WHERE recipient_id IS NOT NULL;
  COMMENT ON TABLE webhook_deliveries IS
    'An event on its way to an endpoint. Ids only: each attempt reads what it says from events.';
  COMMENT ON COLUMN webhook_deliveries.attempt IS 'Attempts that have ended.';
  COMMENT ON COLUMN webhook_deliveries.is_retry IS 'It waits for another attempt.';
  COMMENT ON COLUMN webhook_deliveries.has_counted IS
    'It failed before it was replayed, and an event counts once against its endpoint.';
  COMMENT ON COLUMN webhook_deliveries.next_at IS
    'When to try, or to try again if the process that has it dies. Null while it waits for its first attempt.';

  CREATE TABLE webhook_positions (
    partition int PRIMARY KEY,
    position bigint NOT NULL,
    closed_to timestamptz NOT NULL DEFAULT '-infinity',
    swept_to timestamptz NOT NULL DEFAULT '-infinity'
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE webhook_positions IS
    'The offset of webhook-events to read next. It moves in the statement that inserts the deliveries.';
  COMMENT ON COLUMN webhook_positions.closed_to IS 'No delivery is created with an earlier time any more.';
  COMMENT ON COLUMN webhook_positions.swept_to IS
    'Deliveries created before then that still wait have a next_at. Never later than closed_to.';
`;
