import { Agent } from 'undici';
import type { Logger } from '../../streams/runtime/logger';
import type { SignedCall } from '../providers/stand-in';
import type { Pauses } from './pauses';

/** Identifies a message. One mail to two people is two messages. */
export interface MessageName {
  readonly id: string;
  readonly to: string;
}

/** Delivers the reports of simulated providers. */
export interface Courier {
  /** Sends reports 20 ms after acceptance. Like those of real providers, they race with the answer (HAZ-16). */
  followUp(message: MessageName, reports: readonly SignedCall[]): void;
  /** Sends a report at once, but after earlier ones of the same message. Returns whether it was accepted. */
  deliver(message: MessageName, report: SignedCall): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Posts reports to the callbacks service. Reports of one message keep their order, and those of different messages run
 * in parallel. A report is repeated while the service is down.
 */
export function createCourier(logger: Logger, pauses: Pauses): Courier {
  const agent = new Agent({ connections: 64, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const tails = new Map<string, Promise<unknown>>();

  const carry = async (report: SignedCall): Promise<boolean> => {
    let problem: number | string = '';
    for (const pauseMs of PAUSES_MS) {
      if (pauseMs > 0) await pauses.wait(pauseMs);
      if (pauses.isClosed) return false;
      const status = await post(agent, report).catch((error: unknown) => describe(error));
      if (typeof status === 'number' && status < 300) return true;
      problem = status;
      if (typeof status === 'number' && status < 500 && status !== TOO_MANY) break;
    }
    logger.warn(
      { problem, path: new URL(report.url).pathname },
      'the callbacks service did not accept a report',
    );
    return false;
  };

  const carryAll = async (reports: readonly SignedCall[], pauseMs: number): Promise<boolean> => {
    if (pauseMs > 0) await pauses.wait(pauseMs);
    let taken = true;
    for (const report of reports) taken = (await carry(report)) && taken;
    return taken;
  };

  const enqueue = (
    { id, to }: MessageName,
    reports: readonly SignedCall[],
    pauseMs: number,
  ): Promise<boolean> => {
    const name = `${id} ${to}`;
    const before = tails.get(name) ?? Promise.resolve();
    const turn = before.then(() => carryAll(reports, pauseMs)).catch(() => false);
    tails.set(name, turn);
    void turn.then(() => tails.get(name) === turn && tails.delete(name));
    return turn;
  };

  return {
    followUp(message, reports) {
      if (reports.length === 0) return;
      if (tails.size < MAX_WAITING) void enqueue(message, reports, FOLLOW_UP_MS);
      else logger.warn({ waiting: tails.size }, 'too many reports are waiting, so one is dropped');
    },
    deliver: (message, report) => enqueue(message, [report], 0),
    close: () => agent.destroy(),
  };
}

const FOLLOW_UP_MS = 20;
/** 44 seconds in all, which is long enough for a restart of the callbacks service. */
const PAUSES_MS = [0, 100, 300, 1_000, 3_000, 10_000, 30_000];
const TIMEOUT_MS = 10_000;
const TOO_MANY = 429;
const MAX_WAITING = 50_000;

/** Posts a report and returns the status. The body of the answer is discarded as it arrives. */
function post(agent: Agent, { url, headers, body }: SignedCall): Promise<number> {
  const { origin, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    let status = 0;
    agent.dispatch(
      { origin, path: pathname + search, method: 'POST', headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(status),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown';
}
