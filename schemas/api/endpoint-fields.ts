import { eventTypes } from '../events';
import { bad, good, type Rule } from '../values/rule';
import { nullable, required, text } from '../values/fields';
import { list, oneOf } from '../values/value-rules';
import { readEndpointUrl } from '../values/endpoint-url';

const MAX_URL = 2048;
const asText = text({ max: MAX_URL });

/** Checks the text only. Whether the host has a public address is checked afterwards (HOOK-1). */
const endpointUrl: Rule<string> = {
  schema: { ...asText.schema, format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]:' },
  read(value, loc) {
    const reading = asText.read(value, loc);
    if (!reading.ok) return reading;
    const url = readEndpointUrl(reading.value);
    if (typeof url !== 'string') return good(reading.value);
    return bad({ type: 'value_error', loc, msg: `Value error, ${url}`, input: value });
  },
};

/** The events that merchants receive, and `ping`, which every endpoint gets, listed or not. */
const TYPES = [
  ...Object.entries(eventTypes).flatMap(([type, { webhook }]) => (webhook ? [type] : [])),
  'ping',
];

/** The body that creates a webhook endpoint (HOOK-1). */
export const ENDPOINT_FIELDS = {
  url: required(endpointUrl, 'HTTPS, and at a public address. Redirects are never followed.'),
  event_types: nullable(list(oneOf(...TYPES), { max: 100 }), 'Empty or left out: every event.'),
  description: nullable(text({ max: 500 })),
};
