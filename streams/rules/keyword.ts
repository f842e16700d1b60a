/** What a person asks for with one word (CONSENT-8). */
export type Keyword = 'stop' | 'start' | 'help';

const WORDS: ReadonlyMap<string, Keyword> = new Map([
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'CANCEL'].map((word) => [word, 'stop'] as const),
  ...['START', 'UNSTOP'].map((word) => [word, 'start'] as const),
  ['HELP', 'help'],
]);

/** The word must stand alone. "please do not stop" is a sentence, and carriers read it the same way. */
export function keywordIn(text: string): Keyword | null {
  const bare = text.replace(/\p{P}+/gu, '').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return WORDS.get(bare.toUpperCase()) ?? null;
}
