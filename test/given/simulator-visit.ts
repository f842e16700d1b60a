import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium } from './chromium';
import { SimulatorStandIn, type Call } from './simulator-stand-in';
import { until } from './until';

/** A visit to the simulator's page by a browser that was never there, in a world where nothing has happened yet. */
export class Visit {
  readonly world = new SimulatorStandIn();
  /** What the browser found fault with: errors of the script, things that the policy of the page forbids. */
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {}

  static async begin(browser: Browser): Promise<Visit> {
    const context = await browser.newContext({ timezoneId: 'UTC', viewport: { width: 1280, height: 900 } });
    const visit = new Visit(await context.newPage(), context);
    await visit.world.listen();
    visit.page.on('pageerror', (error) => visit.complaints.push(String(error)));
    visit.page.on('console', (message) => {
      // The browser itself writes down every answer that is no 2xx and every connection that was cut.
      const isOurs = !message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && isOurs) visit.complaints.push(message.text());
    });
    return visit;
  }

  async end(): Promise<void> {
    await this.context.close();
    await this.world.close();
  }

  async open(): Promise<void> {
    await this.page.goto(this.world.url);
    await this.page.locator('[data-state=live]').waitFor();
  }

  async see(words: string): Promise<void> {
    await this.page.getByText(words).first().waitFor();
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name }).click();
  }

  async called(call: string): Promise<Call> {
    return until(`${call} was called`, () => this.world.calls.find((made) => made.call === call));
  }
}

/** One browser for a file, a visit for each test; a test during which the browser found fault has failed. */
export function visitEachTest(): { readonly current: Visit } {
  let browser: Browser;
  const visits: { current: Visit } = { current: undefined as unknown as Visit };
  beforeAll(async () => {
    browser = await openChromium();
  });
  beforeEach(async () => {
    visits.current = await Visit.begin(browser);
  });
  afterEach(async () => {
    const { complaints } = visits.current;
    await visits.current.end();
    expect(complaints).toEqual([]);
  });
  afterAll(() => browser.close());
  return visits;
}
