import { driveLoad, type DrivenLoad } from '../measure/drive-load';
import type { HelperProcess } from '../measure/helper-process';
import type { AcceptedMessage, AcceptedPush, LoadOrder } from './load-order';

export interface NotedLoad<Reading> extends DrivenLoad<Reading> {
  readonly accepted: readonly AcceptedPush[];
}

/** Carries out an order and says of each push when it was accepted, the warm-up's included. */
export async function pushAndNote<Reading>(
  generator: HelperProcess,
  order: LoadOrder,
  takeReading: () => Promise<Reading> | Reading,
): Promise<NotedLoad<Reading>> {
  const noted: LoadOrder = { ...order, tellsAccepted: true };
  const driven = await driveLoad(generator, noted, takeReading);
  const { accepted } = await generator.hear<AcceptedMessage>(TELL_MS);
  return { ...driven, accepted };
}

const TELL_MS = 10_000;
