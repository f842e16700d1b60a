import type { ErrorBody } from '../../../schemas/api/errors';
import type { ResponseBody } from '../../../schemas/api/response-shapes';
import type { BatchItem, PushBatch } from '../../../schemas/generated/command';
import { batchItemId, failedItem } from './batch-items';
import type { Decide, Decision } from '../decision';
import { answerKeyed, answerOf, answerOfSpent, type NamedAnswer } from '../answers/keyed-answer';
import type { CommandContext } from '../command-context';
import { pushMessage } from './push-message';
import { refuse } from '../answers/refuse';

/**
 * Items run in order, and each succeeds or fails alone (MSG-14, MSG-15), as a push under a key of its own (IDEM-18). An
 * item that an earlier try of the batch has pushed is replayed.
 */
export const pushBatch: Decide<PushBatch> = (context, { items }) => {
  const people: (string | null)[] = [];
  const results = items.map((item, index) => {
    const part = context.part(batchItemId(context.commandId, index));
    const { status, body, person } = pushItem(part, item);
    context.outputs.push(...part.outputs);
    people.push(status < 300 ? person : null);
    return itemResult(index, { status, body: JSON.parse(body) as object });
  });
  return { status: 200, body: { results }, people };
};

function pushItem(part: CommandContext, item: BatchItem): NamedAnswer {
  const { idempotency, push, refusal, recipient_email } = item;
  const decide = (): Decision =>
    push === null ? refuse(part, { detail: refusal ?? '[]', recipient_email }) : pushMessage(part, push);
  if (idempotency === null) return answerOf(decide());
  const answer = item.spends_key
    ? answerKeyed(part, idempotency, decide)
    : (answerOfSpent(part, idempotency) ?? answerOf(decide()));
  if (answer === null) throw new Error('a push got no answer, although no later command answers a push');
  return answer;
}

/** The result of one item (MSG-14). */
function itemResult(index: number, { status, body }: Decision): ResponseBody<'BatchItemResult'> {
  if (status >= 300) return failedItem(index, body as ErrorBody);
  return { index, ok: true, result: body as ResponseBody<'PushResult'>, error_code: null, detail: null };
}
