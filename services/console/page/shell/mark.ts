import { Markup } from '../../../shared/http/markup';

const SHAPES =
  '<rect width="24" height="24" rx="7"/><path d="M6.5 16.5V8l7.5 8.5V11"/><circle cx="17.3" cy="7.2" r="2.2"/>';

/** The logo. It is hidden from screen readers because the name is next to it. */
export const MARK = new Markup(`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${SHAPES}</svg>`);

/** The logo for the tab of the browser. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>rect{fill:#0b6e4f}path{fill:none;stroke:#fff;stroke-width:2.2}circle{fill:#ffd166}</style>${SHAPES}</svg>`;
