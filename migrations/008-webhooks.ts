import type { Knex } from 'knex';

/** Where merchants want to hear of events, and what has become of each event at each endpoint. */
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
    last_success_at timestamptz,
    last_error text,
    PRIMARY KEY (business_id, id)
  ) WITH (fillfactor = 70);
  COMMENT ON TABLE webhook_endpoints IS 'The ledger makes, enables and removes them; how they do is written by the dispatcher.';
  COMMENT ON COLUMN webhook_endpoints.event_types IS 'Empty: all.';
  COMMENT ON COLUMN webhook_endpoints.secret IS 'Encrypted, and bound to the id.';
  COMMENT ON COLUMN webhook_endpoints.consecutive_failures IS 'Events in a row whose attempts all failed.';
`;

/**
 * The index of those that wait begins with partition and endpoint and not with the moment: an endpoint that has been away
 * for a day has a hundred thousand due, and whoever reads the earliest of all would read nothing else. Within an endpoint
 * retries stand apart: behind as many that were never tried they would not get their turn, and nothing would ever end.
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
    is_retry boolean NOT NULL GENERATED ALWAYS AS (attempt > 0) STORED,
    next_at timestamptz,
    last_status int,
    last_error text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, endpoint_id, event_id),
    CHECK ((state = 'waiting') = (next_at IS NOT NULL))
  );
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (partition, business_id, endpoint_id, is_retry, next_at)
    WHERE state = 'waiting';
  CREATE INDEX webhook_deliveries_of_recipient ON webhook_deliveries (business_id, recipient_id)
    WHERE recipient_id IS NOT NULL;
  CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (updated_at) WHERE state <> 'waiting';
  COMMENT ON TABLE webhook_deliveries IS 'An event on its way to an endpoint. Ids only: what it says is read from events at each attempt.';
  COMMENT ON COLUMN webhook_deliveries.attempt IS 'Attempts that have ended.';
  COMMENT ON COLUMN webhook_deliveries.next_at IS 'When to try. While an attempt is under way: when to try again should its process die.';

  CREATE TABLE webhook_positions (
    partition int PRIMARY KEY,
    position bigint NOT NULL
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE webhook_positions IS 'Offset of webhook-events to read next; moves in the statement that inserts the deliveries.';
`;
