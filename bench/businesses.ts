import { z } from 'zod';
import type { Bench } from './bench';
import { addressOf, OPERATOR_TOKEN, type ServiceStarter } from './services';

/** A business for which pushes are made. */
export interface Pusher {
  readonly businessId: string;
  readonly apiKey: string;
}

/** The settings of a new business in the operator API, and its first credits. */
export interface NewBusiness {
  readonly settings?: object;
  readonly credits?: number;
}

/** Lifts the rate limits, because the benchmarks measure the service and not its limits. */
const NO_LIMIT = {
  requests_per_second: 100_000,
  burst: 1_000_000,
  email_daily_cap: 1_000_000_000,
  recipient_daily_emails: 1_000_000_000,
};

const Created = z.object({ id: z.string(), api_key: z.string() });

/**
 * Creates businesses as operators do, one after the other: 50 take a second. The console is stopped before the
 * measurement, so that no figure includes it.
 */
export async function makeBusinesses(
  { progress, ports }: Bench,
  start: ServiceStarter,
  newBusinesses: readonly NewBusiness[],
): Promise<Pusher[]> {
  const service = await progress.step('console', start.console(), () => 'console is ready');
  const making = makeAll(addressOf(ports.CONSOLE_PORT), newBusinesses);
  const pushers = await progress.step('businesses', making, (made) => `${made.length} businesses are made`);
  await service.stop();
  return pushers;
}

async function makeAll(consoleUrl: string, newBusinesses: readonly NewBusiness[]): Promise<Pusher[]> {
  const pushers: Pusher[] = [];
  for (const [index, { settings = {}, credits = 0 }] of newBusinesses.entries()) {
    const body = { name: `Shop ${index}`, ...NO_LIMIT, ...settings };
    const { id, api_key: apiKey } = Created.parse(await operate(`${consoleUrl}/admin/v1/businesses`, body));
    if (credits > 0) await operate(`${consoleUrl}/admin/v1/businesses/${id}/credits`, { amount: credits });
    pushers.push({ businessId: id, apiKey });
  }
  return pushers;
}

async function operate(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${OPERATOR_TOKEN}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'benchmark',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (answer.status !== 201) throw new Error(`The console answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
