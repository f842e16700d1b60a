import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, writePrivateJson } from './private-file';

const Demo = z.object({ business_id: z.string(), api_key: z.string(), credited: z.boolean() });
const CreatedBusiness = z.object({ id: z.string(), api_key: z.string() });

/** The business of `npm start`, ready for a first push. */
export interface DemoBusiness {
  readonly business_id: string;
  readonly api_key: string;
}

interface OperatorApi {
  readonly adminUrl: string;
  readonly operatorToken: string;
}

/** Creates a business with credits and an API key. The key is shown only once, so it is kept in a local file. */
export async function demoBusiness(home: string, api: OperatorApi): Promise<DemoBusiness> {
  const file = join(home, 'demo.json');
  const kept = Demo.safeParse(readPrivateJson(file)).data;
  // The database may be newer than the file.
  const demo = kept !== undefined && (await exists(api, kept.business_id)) ? kept : await create(api);
  writePrivateJson(file, demo);
  if (!demo.credited) await addCredits(api, demo.business_id);
  writePrivateJson(file, { ...demo, credited: true });
  return { business_id: demo.business_id, api_key: demo.api_key };
}

async function exists(api: OperatorApi, businessId: string): Promise<boolean> {
  const answer = await call(api, `/businesses/${businessId}`, { method: 'GET' });
  if (answer.status !== 404) await expectStatus(answer, 200);
  return answer.status === 200;
}

async function create(api: OperatorApi): Promise<z.infer<typeof Demo>> {
  const body = JSON.stringify({
    name: 'Demo shop',
    default_country: 'GB',
    sms: { mode: 'on_request' },
    whatsapp: { mode: 'on_request' },
  });
  const answer = await call(api, '/businesses', { method: 'POST', body });
  const { id, api_key } = CreatedBusiness.parse(await expectStatus(answer, 201));
  return { business_id: id, api_key, credited: false };
}

/** The Idempotency-Key derives from the business, so an interrupted start does not add the credits twice (OPER-9). */
async function addCredits(api: OperatorApi, businessId: string): Promise<void> {
  const body = JSON.stringify({ amount: 1000, note: 'Demo credits' });
  const headers = { 'Idempotency-Key': `demo-credits-${businessId}` };
  const answer = await call(api, `/businesses/${businessId}/credits`, { method: 'POST', body, headers });
  await expectStatus(answer, 201);
}

interface OperatorRequest {
  readonly method: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function call(api: OperatorApi, path: string, request: OperatorRequest): Promise<Response> {
  const headers = { Authorization: `Bearer ${api.operatorToken}`, 'Content-Type': 'application/json' };
  return fetch(`${api.adminUrl}/admin/v1${path}`, {
    ...request,
    headers: { ...headers, ...request.headers },
    signal: AbortSignal.timeout(30_000),
  });
}

async function expectStatus(answer: Response, status: number): Promise<unknown> {
  const text = await answer.text();
  if (answer.status !== status) {
    throw new Error(`The console answered ${answer.status} for ${answer.url}: ${text}`);
  }
  return JSON.parse(text);
}
