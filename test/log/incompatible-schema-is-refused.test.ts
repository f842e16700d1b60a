import { topics } from '../../schemas/topics';
import { sharedServers } from '../fixtures/shared-servers';

test('the registry refuses a schema that cannot read the records already in the topic (EVENT-13)', async () => {
  const url = `${sharedServers().schemaRegistryUrl}/subjects/${topics.sendsEmail.name}-value/versions`;
  const current = topics.sendsEmail.schema as { fields: object[] };
  const incompatible = {
    ...current,
    fields: [...current.fields, { name: 'added', type: 'string', doc: 'No default.' }],
  };
  const compatible = {
    ...incompatible,
    fields: [...current.fields, { name: 'added', type: 'string', default: '' }],
  };

  expect((await register(url, incompatible)).status).toBe(409);
  expect((await register(url, current)).status).toBe(200);
  expect((await isCompatible(compatible)).is_compatible).toBe(true);
});

async function register(url: string, schema: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ schema: JSON.stringify(schema) }) });
}

async function isCompatible(schema: object): Promise<{ is_compatible: boolean }> {
  const url = `${sharedServers().schemaRegistryUrl}/compatibility/subjects/${topics.sendsEmail.name}-value/versions/latest`;
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ schema: JSON.stringify(schema) }),
  });
  return (await response.json()) as { is_compatible: boolean };
}

const headers = { 'content-type': 'application/vnd.schemaregistry.v1+json' };
