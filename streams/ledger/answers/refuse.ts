import type { Refuse } from '../../../schemas/generated/command';
import type { Decide } from '../decision';
import { personOf } from '../people/people-in';

/** A request at fault spends its key on the refusal (D12), so the refusal is a command like any other. */
export const refuse: Decide<Refuse> = (turn, { detail, recipient_email: email }) => ({
  status: 422,
  body: { error_code: 'common.validation_failed', detail: JSON.parse(detail) as unknown },
  ...(email === null ? {} : { person: personOf(turn, email) }),
});
