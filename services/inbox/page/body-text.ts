import { splitLinks } from '../../../streams/wording/linked-text';
import { html, type Markup } from '../../shared/http/markup';

/**
 * A message's body: plain text, in which addresses of the web can be followed and nothing else means anything. An address
 * reads from left to right in every text, or Hebrew around it could show its path before its host.
 */
export function bodyText(text: string): Markup {
  const parts = splitLinks(text).map((part) =>
    part.kind === 'link'
      ? html`<a href="${part.href}" dir="ltr" rel="noopener noreferrer nofollow">${part.text}</a>`
      : html`${part.text}`,
  );
  return html`${parts}`;
}
