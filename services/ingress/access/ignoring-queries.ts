import { validationReply } from '../../shared/http/errors';
import { readQuery } from '../../shared/requests/query';
import type { Admit } from './admit';

/**
 * Admits to operations that know no parameters behind the question mark. What stands there all the same is ignored, except for
 * text that is refused in any parameter (7.1).
 */
export function ignoringQueries(admit: Admit): Admit {
  return (scope, operation, exception) => {
    const ignoring: typeof operation = async (request, caller) => {
      const query = readQuery(request.rawQuery, {});
      return query.ok ? operation(request, caller) : validationReply(query.faults);
    };
    return admit(scope, ignoring, exception);
  };
}
