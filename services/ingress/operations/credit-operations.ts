import { readCredits } from '../read-credits';
import { ignoringQuery } from '../../shared/requests/ignored-query';
import type { ApiOperation } from './operation';

/** The operation on credits (CREDIT-11). */
export const CREDIT_OPERATIONS: readonly ApiOperation[] = [
  {
    id: 'getCredits',
    scope: 'credits',
    handle: ({ sql }) => ignoringQuery(readCredits(sql)),
    method: 'get',
    idempotent: false,
    pathParameters: {},
    query: {},
    body: undefined,
    path: '/api/v1/credits',
    summary: 'Read the credit balance',
    description: 'A text or a WhatsApp message costs one credit unless its country has another price.',
    success: { status: 200, shape: 'CreditBalance', doc: 'The balance.' },
    errors: [],
  },
];
