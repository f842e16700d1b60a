import type { Knex } from 'knex';

/** Messages in the inbox, and the events that merchants are told of. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(MESSAGES);
  await knex.raw(EVENTS);
}

/**
 * An updateable push finds its message by the subject too. By the recipient alone it read all their updateable
 * messages: 20 ms with 20,000 of them. The index holds the subject itself, because a hash would have to be compared
 * again; the longest subject takes 1,200 of the 2,700 bytes that an entry may have. It compares bytes, so equal means
 * equal in any collation.
 */
const MESSAGES = `
  CREATE TABLE messages (
    business_id text NOT NULL,
    id text NOT NULL,
    recipient_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('one_off', 'updateable')),
    status text NOT NULL CHECK (status IN ('active', 'obsolete', 'retracted')),
    subject text NOT NULL,
    body text NOT NULL,
    reference text,
    order_status text,
    scheduled_for timestamptz,
    nudged boolean NOT NULL,
    nudge int NOT NULL DEFAULT 0,
    opened_at timestamptz,
    obsoleted_at timestamptz,
    retracted_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, id)
  );
  CREATE INDEX messages_of_recipient ON messages (business_id, recipient_id, id);
  CREATE INDEX messages_updateable_by_subject ON messages (business_id, recipient_id, subject COLLATE "C", id)
    WHERE kind = 'updateable' AND status = 'active';
  COMMENT ON COLUMN messages.nudge IS 'Number of the newest nudge. Each send carries the number of its nudge.';
`;

const EVENTS = `
  CREATE TABLE events (
    business_id text NOT NULL,
    id text NOT NULL,
    type text NOT NULL,
    occurred_at timestamptz NOT NULL,
    recipient_id text,
    message_id text,
    data jsonb NOT NULL,
    PRIMARY KEY (business_id, id)
  );
  CREATE INDEX events_of_recipient ON events (business_id, recipient_id) WHERE recipient_id IS NOT NULL;
  CREATE INDEX events_of_replies ON events (occurred_at) WHERE type = 'whatsapp.inbound_message';
  COMMENT ON TABLE events IS
    'Events with their data as it was then. Topics carry ids only: the person is named only here.';
`;
