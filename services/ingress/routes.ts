import type { Method, Route } from '../shared/http/route';
import type { Admit } from './access/admit';
import type { ApiOperation, OperationDependencies } from './operations/operation';
import { OPERATIONS } from './operations/operations';

/** Routes for all operations of the merchant API, each behind the check of its caller. */
export function merchantRoutes(admit: Admit, deps: OperationDependencies): Route[] {
  return OPERATIONS.map(({ method, path, maxBodyBytes, scope, anyKeyMay, handle }) => ({
    method: METHODS[method],
    path: path.replace(/\{(\w+)\}/g, ':$1'),
    handle: admit(scope, handle(deps), anyKeyMay),
    ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
  }));
}

/** OpenAPI writes methods in lower case. */
const METHODS: Readonly<Record<ApiOperation['method'], Method>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  delete: 'DELETE',
};
