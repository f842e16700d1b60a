import type { Bench } from '../bench';
import type { Pusher } from '../businesses';
import { driveLoad, type DrivenLoad } from '../measure/drive-load';
import type { HelperProcess } from '../measure/helper-process';
import {
  PLAIN_PUSHES,
  type AcceptedMessage,
  type AcceptedPush,
  type LoadOrder,
  type LoadShape,
} from './load-order';

export interface NotedLoad<Reading> extends DrivenLoad<Reading> {
  readonly accepted: readonly AcceptedPush[];
}

/** Carries out an order and records when each push was accepted, including those of the warm-up. */
export async function pushAndNote<Reading>(
  generator: HelperProcess,
  order: LoadOrder,
  takeReading: () => Promise<Reading> | Reading,
): Promise<NotedLoad<Reading>> {
  const noted: LoadOrder = { ...order, reportsAccepted: true };
  const driven = await driveLoad(generator, noted, takeReading);
  const { accepted } = await generator.receive<AcceptedMessage>(ACCEPTED_WITHIN_MS);
  return { ...driven, accepted };
}

const ACCEPTED_WITHIN_MS = 10_000;

const MOST_PUSHES = 100_000;

/** Makes pushes that can be identified where they arrive, for the duration of one case. */
export function tracedPushes(
  { ports, settings }: Pick<Bench, 'ports' | 'settings'>,
  pushers: readonly Pusher[],
  shape: LoadShape,
): LoadOrder {
  return {
    port: ports.INGRESS_PORT,
    pushers,
    content: { ...PLAIN_PUSHES, recipients: 'new' },
    shape,
    limits: {
      warmUpMs: settings.quick ? 1_000 : 3_000,
      measureMs: settings.seconds * 1_000,
      maxRequests: MOST_PUSHES,
    },
  };
}
