import { Registry } from 'prom-client';
import { createDispatcherTelemetry } from './telemetry';

test('an error is logged as an object, so that the logger can remove what it quotes', () => {
  const errors: unknown[] = [];
  const log = (fields: object) => void errors.push((fields as { error?: unknown }).error);
  const telemetry = createDispatcherTelemetry(new Registry(), {
    debug: log,
    info: log,
    warn: log,
    error: log,
  });
  const error = new Error('invalid "int": "leave it with Bob"');
  telemetry.defect({ businessId: 'biz_1', endpointId: 'we_1', eventId: 'evt_1' }, error);
  telemetry.outage(error);
  expect(errors.map((logged) => logged === error)).toEqual([true, true]);
});
