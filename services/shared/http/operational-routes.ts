import type { Registry } from 'prom-client';
import { inTime } from '../../../streams/runtime/timing/deadline';
import { jsonReply, type HttpReply } from './reply';
import type { Route } from './route';

/** A check of something that a service depends on. */
export interface ReadinessCheck {
  readonly name: string;
  /** If false, the service works without it, only slower. The check is shown, but readiness does not depend on it. */
  readonly required: boolean;
  /** False or a rejection means: not available. */
  readonly probe: () => boolean | Promise<boolean>;
}

/** Health, readiness and metrics, as every service serves them to operators. */
export function operationalRoutes(
  checks: readonly ReadinessCheck[],
  registry: Registry,
  isDraining: () => boolean,
): Route[] {
  return [
    { method: 'GET', path: '/healthz', handle: async () => jsonReply(200, { status: 'alive' }) },
    { method: 'GET', path: '/readyz', handle: () => readiness(checks, isDraining()) },
    { method: 'GET', path: '/metrics', handle: () => metrics(registry) },
  ];
}

async function readiness(checks: readonly ReadinessCheck[], draining: boolean): Promise<HttpReply> {
  const results = await Promise.all(
    checks.map(async ({ name, required, probe }) => ({ name, required, ok: await passes(probe) })),
  );
  const ready = !draining && results.every(({ required, ok }) => ok || !required);
  return jsonReply(ready ? 200 : 503, {
    status: draining ? 'draining' : ready ? 'ready' : 'not_ready',
    checks: Object.fromEntries(results.map(({ name, required, ok }) => [name, { ok, required }])),
  });
}

const PROBE_MS = 2_000;

/** A probe that hangs has failed. A caller has a time-out of its own and would learn nothing from the wait. */
async function passes(probe: ReadinessCheck['probe']): Promise<boolean> {
  const answer = Promise.resolve()
    .then(probe)
    .catch(() => false);
  return (await inTime(answer, PROBE_MS)) === true;
}

async function metrics(registry: Registry): Promise<HttpReply> {
  return {
    status: 200,
    body: await registry.metrics(),
    headers: { 'Content-Type': registry.contentType },
  };
}
