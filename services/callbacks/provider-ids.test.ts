import { storableId, storedId } from './provider-ids';

const UNSTORABLE = {
  NUL: 'wamid.\u0000',
  'half a character': 'wamid.\ud83d',
  'another half': 'wamid.\ud83e',
  'a thousand letters and one': 'w'.repeat(1_001),
  'as many bytes in fewer letters': '鸚'.repeat(334),
};

describe("a provider's id", () => {
  it.each(['wamid.HBgLMTY0NjcwNDM1OTUVAgASGBQzQQA=', 'SM1', '🦜', ''])('stays as it is: "%s"', (id) => {
    expect([storableId(id), storedId(id)]).toEqual([id, id]);
  });

  it.each(Object.entries(UNSTORABLE))(
    'that cannot be stored is replaced, or counts as none: %s',
    (_what, id) => {
      expect(storableId(id)).toMatch(/^sha256-[0-9a-f]{64}$/);
      expect(storedId(id)).toBeNull();
    },
  );

  it('is replaced by the same text for each repeat, and by another text for another id', () => {
    const ids = Object.values(UNSTORABLE);
    expect(ids.map(storableId)).toEqual(ids.map(storableId));
    expect(new Set(ids.map(storableId)).size).toBe(ids.length);
  });
});
