import { SchemaRegistry } from '@kafkajs/confluent-schema-registry';
import { inTime } from '../timing/deadline';

/** The name of the registry in error messages, with the variable that an operator has to check. */
export const REGISTRY = 'the schema registry at SCHEMA_REGISTRY_URL';

const ANSWER_WITHIN_MS = 10_000;

/**
 * The registry client with a time limit: by itself it waits for ever if a registry accepts a connection and is silent.
 */
export interface Registry {
  readonly client: SchemaRegistry;
  /** Rejects if the answer does not arrive in time. */
  readonly inTime: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
}

export function openRegistry(url: string, answerWithinMs = ANSWER_WITHIN_MS): Registry {
  // The client lets a second look-up of a schema join the request under way. So a request that hangs has to end, or
  // later look-ups would wait for it even when the registry is back. It ends after its callers, which report the
  // time-out.
  const timeout = answerWithinMs * 1.5;
  const client = new SchemaRegistry({
    host: url,
    retry: { initialRetryTimeInSecs: 0.1, retries: 5 },
    middlewares: [() => ({ prepareRequest: async (next) => (await next()).enhance({ timeout }) })],
  });
  return {
    client,
    inTime: async (asked) => {
      const answer = await inTime(asked, answerWithinMs);
      if (answer !== 'overdue') return answer;
      throw new Error(`${REGISTRY} cannot be used: no answer within ${String(answerWithinMs)} ms`);
    },
  };
}
