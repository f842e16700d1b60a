import type { ChangeBusiness, TopUp } from '../../schemas/generated/command';
import type { JsonObject } from '../shared/requests/canonical-json';
import type { Fault } from '../shared/http/errors';
import type { JsonBody } from '../shared/requests/json-body';
import {
  checkFields,
  flag,
  nullable,
  optional,
  required,
  text,
  whole,
  type Field,
} from '../shared/requests/validation';

export type Checked<Request> =
  | { readonly outcome: 'valid'; readonly request: Request }
  | { readonly outcome: 'invalid'; readonly faults: readonly Fault[] };

export function readNewBusiness(body: JsonBody): Checked<{ readonly name: string }> {
  return check(body, { name: required(NAME) }, (fields) => ({ name: fields['name'] as string }));
}

/** A setting that is left out stays as it is. */
export function readBusinessChange(body: JsonBody): Checked<ChangeBusiness> {
  return check(body, SETTINGS, (fields) => {
    const change = fields as Partial<ChangeBusiness>;
    return {
      name: change.name ?? null,
      active: change.active ?? null,
      sending_paused: change.sending_paused ?? null,
      low_balance_threshold: change.low_balance_threshold ?? null,
    };
  });
}

export function readTopUp(body: JsonBody): Checked<TopUp> {
  return check(body, TOP_UP, (fields) => ({
    amount: fields['amount'] as number,
    note: (fields['note'] ?? null) as string | null,
  }));
}

const NAME = text({ visible: true });
const MAX_CREDITS = 1_000_000_000;

const SETTINGS = {
  name: optional(NAME),
  active: optional(flag()),
  sending_paused: optional(flag()),
  low_balance_threshold: optional(whole(0, MAX_CREDITS)),
};

const TOP_UP = {
  amount: required(whole(1, MAX_CREDITS)),
  note: nullable(text({ max: 500 })),
};

/** `take` sees the fields only after they were found to be what their checks say. */
function check<Request>(
  body: JsonBody,
  fields: Readonly<Record<string, Field>>,
  take: (fields: JsonObject) => Request,
): Checked<Request> {
  if (body.outcome === 'fault') return { outcome: 'invalid', faults: [body.fault] };
  const { faults } = checkFields(body.value, fields);
  if (faults.length > 0) return { outcome: 'invalid', faults };
  return { outcome: 'valid', request: take(body.value) };
}
