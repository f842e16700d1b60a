import { splitLinks } from '../../../streams/wording/linked-text';
import { html, type Markup } from '../../shared/http/markup';

/**
 * The body of a message: plain text in which only web addresses become links (INBOX-6). Each address is set from left
 * to right, because Hebrew text around it could otherwise show its path before its host.
 */
export function bodyText(text: string): Markup {
  const parts = splitLinks(text).map((part) =>
    part.kind === 'link'
      ? html`<a href="${part.href}" dir="ltr" rel="noopener noreferrer nofollow">${part.text}</a>`
      : html`${part.text}`,
  );
  return html`${parts}`;
}
