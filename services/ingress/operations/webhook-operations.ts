import { objectSchema } from '../../../schemas/values/fields';
import { ENDPOINT_FIELDS } from '../../../schemas/api/endpoint-fields';
import { ignoringQuery } from '../../shared/requests/ignored-query';
import { pingEndpoint } from '../webhooks/ping-endpoint';
import { createEndpoint, deleteEndpoint, listEndpoints } from '../webhooks/webhook-endpoints';
import type { ApiOperation } from './operation';

const onEndpoints = { idempotent: false, pathParameters: {}, query: {}, body: undefined } as const;
const onOne = {
  ...onEndpoints,
  pathParameters: { public_id: 'Id of the endpoint, as its creation returned it.' },
  errors: ['webhook_endpoint.not_found', 'route.not_found'],
} as const;

/** The operations on webhook endpoints (HOOK-1, HOOK-19, HOOK-20). */
export const WEBHOOK_OPERATIONS: readonly ApiOperation[] = [
  {
    ...onEndpoints,
    id: 'listWebhookEndpoints',
    scope: 'webhooks',
    handle: ({ sql }) => ignoringQuery(listEndpoints(sql)),
    method: 'get',
    path: '/api/v1/webhook-endpoints',
    summary: 'List webhook endpoints',
    description: 'Newest first, with their health. Secrets are masked.',
    success: { status: 200, shape: 'WebhookEndpointList', doc: 'All endpoints. There are at most ten.' },
    errors: [],
  },
  {
    ...onEndpoints,
    id: 'createWebhookEndpoint',
    scope: 'webhooks',
    handle: (deps) => createEndpoint(deps),
    method: 'post',
    path: '/api/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'Outcomes are sent there as signed `POST` requests. Leave out `event_types` to get every event, including those of later versions.',
    body: {
      schema: objectSchema(ENDPOINT_FIELDS),
      example: { url: 'https://example.com/hooks/nudgeline', description: 'Order desk' },
    },
    success: {
      status: 201,
      shape: 'WebhookEndpoint',
      doc: 'Created. Keep `secret`: no other answer shows it whole.',
    },
    errors: ['webhook_endpoint.limit_reached'],
  },
  {
    ...onOne,
    id: 'deleteWebhookEndpoint',
    scope: 'webhooks',
    handle: ({ gateway }) => deleteEndpoint(gateway),
    method: 'delete',
    path: '/api/v1/webhook-endpoints/{public_id}',
    summary: 'Delete a webhook endpoint',
    description: 'Deliveries that wait for the endpoint are dropped.',
    success: { status: 204, shape: null, doc: 'Deleted.' },
  },
  {
    ...onOne,
    id: 'testWebhookEndpoint',
    scope: 'webhooks',
    handle: (deps) => pingEndpoint(deps),
    method: 'post',
    path: '/api/v1/webhook-endpoints/{public_id}/test',
    summary: 'Test a webhook endpoint',
    description:
      'Sends one `ping`, even if `event_types` does not match it, and changes no counter. A failed delivery is not an error.',
    success: { status: 200, shape: 'WebhookTestResult', doc: 'The outcome of the delivery.' },
  },
];
