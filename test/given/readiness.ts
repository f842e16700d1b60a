import { request } from './merchant';

export interface Check {
  readonly ok: boolean;
  readonly required: boolean;
}

/** How a service says that it stands. */
export async function readinessOf(
  url: string,
): Promise<{ status: number; checks: Readonly<Record<string, Check>> }> {
  const { status, body } = await request(`${url}/readyz`);
  return { status, checks: body['checks'] as Record<string, Check> };
}

/** Ready, with a check as it should be that is not required. */
export async function isShown(url: string, check: string, ok: boolean): Promise<boolean> {
  const { status, checks } = await readinessOf(url);
  return status === 200 && checks[check]?.ok === ok && !checks[check].required;
}
