import type { StoredFault } from '../../../schemas/api/errors';
import type { Refuse } from '../../../schemas/generated/command';
import { invalid, type Decide } from '../decision';
import { personOf } from '../people/people-in';

/** A request at fault spends its key on the refusal (IDEM-8), so the refusal is a command like any other. */
export const refuse: Decide<Refuse> = (context, { detail, recipient_email: email }) => ({
  ...invalid(JSON.parse(detail) as StoredFault[]),
  ...(email === null ? {} : { person: personOf(context, email) }),
});
