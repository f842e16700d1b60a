import type { Sql } from '../../../streams/runtime/postgres/database';
import type { Clock } from '../../shared/clock';
import type { CommandGateway } from '../../shared/command-gateway';
import type { Route } from '../../shared/http/route';
import { createSecretBox } from '../../shared/secret-box';
import { callerOnDemand } from '../../webhook-caller/caller-on-demand';
import type { CallerConfig } from '../../webhook-caller/caller-settings';
import { checkEndpointUrl } from '../../webhook-caller/endpoint-url';
import type { Admit } from '../access/admit';
import { ignoringQuery } from '../requests/ignored-query';
import { pingEndpoint } from './ping-endpoint';
import { createEndpoint, deleteEndpoint, listEndpoints } from './webhook-endpoints';

export interface WebhookRouteDependencies {
  readonly config: CallerConfig & { readonly webhookSecretsKey: Buffer };
  readonly sql: Sql;
  readonly gateway: CommandGateway;
  readonly clock: Clock;
  readonly admit: Admit;
}

/** Operations 17 to 20. */
export function webhookRoutes(deps: WebhookRouteDependencies): Route[] {
  const { config, sql, gateway, clock, admit } = deps;
  const secrets = createSecretBox(config.webhookSecretsKey);
  const caller = callerOnDemand(config);
  const checkUrl = (url: string) => checkEndpointUrl(url, { allowedHosts: config.webhookAllowedHosts });
  const creation = createEndpoint({ gateway, clock, secrets, checkUrl });
  const ping = pingEndpoint({ sql, secrets, caller, clock });
  const all = '/api/v1/webhook-endpoints';
  const one = `${all}/:public_id`;
  return [
    { method: 'GET', path: all, handle: admit('webhooks', ignoringQuery(listEndpoints(sql))) },
    { method: 'POST', path: all, handle: admit('webhooks', creation) },
    { method: 'DELETE', path: one, handle: admit('webhooks', deleteEndpoint(gateway)) },
    { method: 'POST', path: `${one}/test`, handle: admit('webhooks', ping) },
  ];
}
