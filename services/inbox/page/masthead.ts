import { html, type Markup } from '../../shared/http/markup';

/** The head of a page, with the name of the business. */
export function masthead(businessName: string, line: string): Markup {
  const [initial = ''] = businessName.trim();
  return html`<header>
    <span class="mark" aria-hidden="true">${initial.toUpperCase()}</span>
    <div>
      <h1 dir="auto">${businessName}</h1>
      <p>${line}</p>
    </div>
  </header>`;
}
