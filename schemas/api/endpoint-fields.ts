import { eventTypes } from '../events';
import { bad, good, type Rule } from '../values/rule';
import { nullable, required, text } from '../values/fields';
import { list, oneOf } from '../values/value-rules';
import { readEndpointUrl } from '../values/endpoint-url';

const MAX_URL = 2048;
const asText = text({ max: MAX_URL });

/** As far as the text itself can be judged; where it leads is asked afterwards. */
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

/** What merchants hear of, and `ping`, which an endpoint gets whether it asks for it or not. */
const TYPES = [
  ...Object.entries(eventTypes).flatMap(([type, { webhook }]) => (webhook ? [type] : [])),
  'ping',
];

/** Specification 2.12. */
export const ENDPOINT_FIELDS = {
  url: required(endpointUrl, 'HTTPS, and at a public address. Redirects are never followed.'),
  event_types: nullable(list(oneOf(...TYPES), { max: 100 }), 'Empty or left out: every event.'),
  description: nullable(text({ max: 500 })),
};
