/** A piece of HTML. Text becomes one only by being escaped, so that no value can bring its own tags along. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = Markup | string | number | readonly Markup[];

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const parts = strings.flatMap((text, index) => {
    const piece = pieces[index];
    return piece === undefined ? [text] : [text, textOf(piece)];
  });
  return new Markup(parts.join(''));
}

/** A sentence whose `code` is marked by backticks. */
export function prose(text: string): Markup {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

export const nothing = new Markup('');

function textOf(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(({ text }) => text).join('');
  return String(piece).replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
