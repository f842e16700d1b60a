import type { ProviderCallback } from '../providers/callback';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { Clock } from '../shared/clock';
import type { CommandLog } from '../shared/command-log';
import { errorReply } from '../shared/http/errors';
import { textReply, jsonReply, type HttpReply } from '../shared/http/reply';
import type { HttpRequest, Route } from '../shared/http/route';
import type { KeyedHash } from '../shared/requests/keyed-hash';
import { commandsOf } from './inbound';
import { storedId } from './provider-ids';
import type { CallbackTelemetry } from './telemetry';

/** What callbacks of every provider share. They differ only in how they are verified and read. */
export interface CallbackDependencies {
  readonly log: CommandLog;
  readonly telemetry: CallbackTelemetry;
  readonly sql: Sql;
  readonly clock: Clock;
  readonly hash: KeyedHash;
}

/** Routes for the callbacks of the chosen providers. `smsSender` is the shared number that texts come from. */
export function callbackRoutes(
  callbacks: readonly ProviderCallback[],
  smsSender: string | null,
  deps: CallbackDependencies,
): Route[] {
  return callbacks.flatMap((callback): Route[] => {
    const { path, maxBodyBytes, confirm } = callback;
    const take = (request: HttpRequest) => takeReports(callback, request, { ...deps, smsSender });
    const reports: Route = { method: 'POST', path, handle: take, maxBodyBytes };
    if (confirm === undefined) return [reports];
    const handle = (request: HttpRequest) => Promise.resolve(confirmed(confirm, request));
    return [reports, { method: 'GET', path, handle, maxBodyBytes: MAX_QUESTION_BYTES }];
  });
}

/** A request that verifies a callback URL has its question in the query. A body is ignored. */
const MAX_QUESTION_BYTES = 64 * 1024;

/**
 * Answers once the reports are in the log. A provider that gets no answer reports again, and repeats change nothing.
 */
async function takeReports(
  { caller, isGenuine, read, isAnsweredNothing = false }: ProviderCallback,
  request: HttpRequest,
  {
    log,
    telemetry,
    sql,
    clock,
    hash,
    smsSender,
  }: CallbackDependencies & { readonly smsSender: string | null },
): Promise<HttpReply> {
  if (!isGenuine(request)) {
    telemetry.forged(caller);
    return errorReply('callback.invalid_signature');
  }
  const { reports = [], inbound = [], foreign = 0 } = read(request);
  const commands = [];
  for (const { businessId, sendId, providerId, status, address } of reports) {
    if (status === 'sent') continue;
    if (businessId === null || sendId === null) telemetry.unknown(caller);
    else {
      const address_hash = address === undefined ? null : hash('address', address);
      const provider_id = storedId(providerId);
      const body = { ReportDelivery: { send_id: sendId, status, provider_id, address_hash } };
      commands.push({ business_id: businessId, body });
    }
  }
  const records = { sql, hashNumber: (phone: string) => hash('number', phone), smsSender };
  const written = await commandsOf(records, inbound, clock.now());
  telemetry.unknown(caller, written.unknown);
  telemetry.foreign(caller, foreign + written.foreign);
  await log.write([...commands, ...written.commands]);
  return isAnsweredNothing ? textReply(200, '') : jsonReply(200, {});
}

function confirmed(confirm: NonNullable<ProviderCallback['confirm']>, { rawQuery }: HttpRequest): HttpReply {
  const answer = confirm(new URLSearchParams(rawQuery));
  return answer === null ? errorReply('callback.invalid_signature') : textReply(200, answer);
}
