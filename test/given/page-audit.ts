import type { Page } from 'playwright-core';

/** How far a page reaches beyond the right edge of the window, in CSS pixels. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

/**
 * Visible controls that reach beyond the right edge of the window or of what holds them. A card that hides what sticks out
 * of it keeps the page itself as narrow as the window.
 */
export async function cutOffControls(page: Page, holders: string): Promise<string[]> {
  return page.evaluate<string[]>(`(${CUT_OFF})(${JSON.stringify(holders)})`);
}

/**
 * Visible texts whose contrast is below 4.5 : 1, the bound of WCAG AA, each with its ratio. What is disabled does not
 * count, nor does it there.
 */
export async function unreadableTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(UNREADABLE);
}

/** Controls that a screen reader could not name: their role, and the number that the browser's tools know them by. */
export async function namelessControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const roles = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'spinbutton', 'Iframe'];
  return nodes
    .filter(({ ignored, role, name }) => {
      const isControl = !ignored && roles.includes(String(role?.value));
      return isControl && String(name?.value ?? '').trim() === '';
    })
    .map(({ role, backendDOMNodeId }) => `${String(role?.value)} ${String(backendDOMNodeId)}`);
}

/** Runs in the page. Half a pixel is rounding. */
const CUT_OFF = String.raw`(holders) =>
  Array.from(document.querySelectorAll('input, select, textarea, button')).flatMap((control) => {
    const { right, width } = control.getBoundingClientRect();
    const holder = control.closest(holders);
    if (holder === null || width === 0 || !control.checkVisibility()) return [];
    const beyond = right - Math.min(innerWidth, holder.getBoundingClientRect().right);
    const name = control.name || control.ariaLabel || control.textContent.trim();
    return beyond > 0.5 ? [name + ' by ' + beyond.toFixed(1) + ' px'] : [];
  })`;

/** Runs in the page. A canvas knows every notation of a colour, and paints half-transparent ones over each other. */
const UNREADABLE = String.raw`(() => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const paint = canvas.getContext('2d', { willReadFrequently: true });
  const painted = (colours) => {
    for (const colour of ['#fff', ...colours]) {
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
    }
    return paint.getImageData(0, 0, 1, 1).data;
  };
  const luminance = (colours) => {
    const [r, g, b] = Array.from(painted(colours).slice(0, 3), (value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) =>
    element === null ? [] : [...behind(element.parentElement), getComputedStyle(element).backgroundColor];
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('.unseen, :disabled, label:has(:disabled)') === null;
  const texts = Array.from(document.querySelectorAll('body *'))
    .filter((element) => !['SCRIPT', 'NOSCRIPT', 'OPTION', 'IFRAME'].includes(element.tagName))
    .filter(shown)
    .map((element) => {
      const own = Array.from(element.childNodes, (node) => (node.nodeType === 3 ? node.data.trim() : ''));
      return { element, text: own.join('') || (element.value ?? '') };
    })
    .filter(({ text }) => text !== '');
  return texts.flatMap(({ element, text }) => {
    const ground = behind(element);
    const [dark, light] = [luminance(ground), luminance([...ground, getComputedStyle(element).color])].sort();
    const ratio = (light + 0.05) / (dark + 0.05);
    return ratio < 4.5 ? [ratio.toFixed(2) + ' ' + text.slice(0, 40)] : [];
  });
})()`;
