/** The icons, inline because the page loads nothing from other hosts. Screen readers skip them. */
export function icon(name: keyof typeof PATHS): string {
  return `<svg class="icon ${name}" viewBox="0 0 24 24" aria-hidden="true">${PATHS[name]}</svg>`;
}

const PATHS = {
  mark: '<rect width="24" height="24" rx="7"/><path d="M6.5 16.5V8l7.5 8.5V11"/><circle cx="17.3" cy="7.2" r="2.2"/>',
  pen: '<path d="M4 20l1-4L16.5 4.5l3 3L8 19z"/>',
  mail: '<rect x="3" y="5" width="18" height="14" rx="3"/><path d="M4 8l8 5.5L20 8"/>',
  phone: '<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18.5h2"/>',
  send: '<path d="M5 12h13M12 6l6 6-6 6"/>',
};

/** The logo for the tab of the browser. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>rect{fill:#0b6e4f}path{fill:none;stroke:#fff;stroke-width:2.2}circle{fill:#ffd166}</style>${PATHS.mark}</svg>`;
