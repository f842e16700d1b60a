import { errorReply } from '../../shared/http/errors';
import { jsonReply } from '../../shared/http/reply';
import type { Handler, HttpRequest, Route } from '../../shared/http/route';
import { isJsonObject } from '../../../schemas/values/canonical-json';
import { bad, good, type Rule } from '../../../schemas/values/rule';
import { optional, whole } from '../../../schemas/values/fields';
import { moment } from '../moment';
import type { SinkServer } from '../sinks/sink-server';
import type { SinkAnswer, Sinks } from '../sinks/sinks';
import { withBody } from './request-fields';

/**
 * The calls on sinks, which receive webhooks: `POST /sim/sinks` opens one, `PATCH /sim/sinks/{id}` changes how it
 * answers, and `GET /sim/sinks/{id}/requests` shows what it received.
 */
export function sinkRoutes(sinks: Sinks, server: Pick<SinkServer, 'urlOf'>): Route[] {
  const open: Handler = (request) =>
    withBody(request, FIELDS, (values) => {
      const id = sinks.open(answerOf(values));
      return jsonReply(201, { id, url: server.urlOf(id) });
    });

  const change: Handler = (request) =>
    withBody(request, FIELDS, (values) => {
      const id = idOf(request);
      const answer = sinks.change(id, answerOf(values));
      if (answer === undefined) return errorReply('sink.not_found');
      const { status, delayMs, headers } = answer;
      return jsonReply(200, { id, url: server.urlOf(id), status, delay_ms: delayMs, headers });
    });

  const requests: Handler = async (request) => {
    const id = idOf(request);
    if (sinks.answerOf(id) === undefined) return errorReply('sink.not_found');
    const items = sinks.requestsOf(id).map((got) => ({ ...got, at: moment(got.at) }));
    return jsonReply(200, { items });
  };

  return [
    { method: 'POST', path: '/sim/sinks', handle: open },
    { method: 'PATCH', path: '/sim/sinks/:id', handle: change },
    { method: 'GET', path: '/sim/sinks/:id/requests', handle: requests },
  ];
}

const MAX_DELAY_MS = 300_000;

const headerMap: Rule<Record<string, string>> = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  read(value, loc) {
    if (!isJsonObject(value)) {
      return bad({ type: 'dict_type', loc, msg: 'Input should be a valid dictionary', input: value });
    }
    const wrong = Object.entries(value).find(
      ([name, text]) => !HEADER_NAME.test(name) || typeof text !== 'string' || !HEADER_VALUE.test(text),
    );
    if (wrong === undefined) return good(value as Record<string, string>);
    const [name, input] = wrong;
    return bad({ type: 'value_error', loc: [...loc, name], msg: 'Value error, not a header', input });
  },
};

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const FIELDS = {
  status: optional(whole(200, 599)),
  delay_ms: optional(whole(0, MAX_DELAY_MS)),
  headers: optional(headerMap),
};

interface GivenAnswer {
  readonly status: number | undefined;
  readonly delay_ms: number | undefined;
  readonly headers: Record<string, string> | undefined;
}

/** Only the fields that were sent, so that the others stay as they are. */
function answerOf({ status, delay_ms, headers }: GivenAnswer): Partial<SinkAnswer> {
  return {
    ...(status === undefined ? {} : { status }),
    ...(delay_ms === undefined ? {} : { delayMs: delay_ms }),
    ...(headers === undefined ? {} : { headers }),
  };
}

function idOf({ rawParameters }: HttpRequest): string {
  return rawParameters['id'] ?? '';
}
