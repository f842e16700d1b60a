import { jsonReply } from './reply';
import type { Method, Route } from './route';
import { createRouteTable } from './route-table';

const find = createRouteTable([
  route('GET', '/things'),
  route('GET', '/things/:id'),
  route('POST', '/things/:id'),
  route('GET', '/things/:id/parts/:part'),
  route('GET', '/things/newest'),
]);

test.each([
  ['GET', '/things', '/things', {}],
  ['GET', '/things/1', '/things/:id', { id: '1' }],
  ['POST', '/things/1', '/things/:id', { id: '1' }],
  ['GET', '/things/a%2Fb%00%zz', '/things/:id', { id: 'a%2Fb%00%zz' }],
  ['GET', '/things/1/parts/2', '/things/:id/parts/:part', { id: '1', part: '2' }],
  ['GET', '/things/newest', '/things/newest', {}],
  ['GET', '/things//parts/2', '/things/:id/parts/:part', { id: '', part: '2' }],
])('%s %s is %s', (method, path, pattern, parameters) => {
  const found = find(method, path);
  expect(found?.route).toMatchObject({ method, path: pattern });
  expect(found?.parameters).toEqual(parameters);
});

test.each([
  ['GET', '/'],
  ['GET', '/things/'],
  ['GET', '/THINGS/1'],
  ['GET', '/things/1/'],
  ['GET', '/things/1/parts/'],
  ['GET', '/x/things/1'],
  ['DELETE', '/things/1'],
  ['HEAD', '/things/1'],
])('%s %s is no route', (method, path) => {
  expect(find(method, path)).toBeUndefined();
});

function route(method: Method, path: string): Route {
  return { method, path, handle: async () => jsonReply(200, {}) };
}
