import { allTopics, topics } from './topics';

const DAY_MS = 24 * 60 * 60 * 1_000;
const EVENTS = [topics.eventsMessage, topics.eventsSms, topics.eventsWhatsapp, topics.eventsAccount];

describe('the topics that data teams read (EVENT-1)', () => {
  it('are those of messages, texts, WhatsApp and accounts', () => {
    expect(allTopics.filter(({ readers }) => readers.includes('data teams'))).toEqual(EVENTS);
  });

  it.each(EVENTS)('$name: by business, for thirty days, by the ledger alone and in transactions', (topic) => {
    expect(topic).toMatchObject({
      key: 'business',
      retentionMs: 30 * DAY_MS,
      writers: ['ledger'],
      transactional: true,
    });
  });
});
