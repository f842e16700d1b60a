import { allTopics, topics } from './topics';

const DAY_MS = 24 * 60 * 60 * 1_000;
const EVENTS = [topics.eventsMessage, topics.eventsSms, topics.eventsWhatsapp, topics.eventsAccount];

describe('the topics that data teams read (EVENT-1)', () => {
  it('are the topics of messages, texts, WhatsApp and accounts', () => {
    expect(allTopics.filter(({ readers }) => readers.includes('data teams'))).toEqual(EVENTS);
  });

  it.each(EVENTS)(
    '$name is keyed by business, kept 30 days, and written by the ledger in transactions',
    (topic) => {
      expect(topic).toMatchObject({
        key: 'business',
        retentionMs: 30 * DAY_MS,
        writers: ['ledger'],
        transactional: true,
      });
    },
  );
});
