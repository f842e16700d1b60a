import { SchemaRegistry } from '@kafkajs/confluent-schema-registry';
import { inTime } from '../timing/deadline';

/** For the message of a process that cannot start without it. */
export const REGISTRY = 'the schema registry at SCHEMA_REGISTRY_URL';

const ANSWER_WITHIN_MS = 10_000;

/** The client waits for ever where a registry takes a connection and then says nothing. */
export interface Registry {
  readonly client: SchemaRegistry;
  /** Fails when the answer is not there in time. */
  readonly inTime: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
}

export function openRegistry(url: string, answerWithinMs = ANSWER_WITHIN_MS): Registry {
  // Whoever asks for a schema again joins the request that is under way: one that hangs has to end, or it would keep them
  // waiting when the registry has long been back. It ends after its askers have left, who say what happened.
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
