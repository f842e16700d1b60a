import type { Route } from './route';

/** The route of a request, with the parameters of its path. */
export interface FoundRoute {
  readonly route: Route;
  /** By name, still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

export type FindRoute = (method: string, path: string) => FoundRoute | undefined;

/**
 * Finds a route by its path: directly if the path has no parameters, else by trying the other routes of its method in
 * order.
 */
export function createRouteTable(routes: readonly Route[]): FindRoute {
  const exact = new Map(
    routes.filter(isExact).map((route) => [`${route.method} ${route.path}`, { route, parameters: {} }]),
  );
  const patterns = new Map<string, Pattern[]>();
  for (const route of routes.filter((candidate) => !isExact(candidate))) {
    patterns.set(route.method, [...(patterns.get(route.method) ?? []), patternOf(route)]);
  }
  return (method, path) => exact.get(`${method} ${path}`) ?? findPattern(patterns.get(method) ?? [], path);
}

interface Pattern {
  readonly route: Route;
  readonly expression: RegExp;
}

function isExact({ path }: Route): boolean {
  return !path.includes(':');
}

/**
 * A parameter is one segment of the path. It may be empty before another segment, so that its handler can refuse it. At
 * the end, an empty segment makes another path.
 */
function patternOf(route: Route): Pattern {
  const parts = route.path
    .split('/')
    .map((part, index, { length }) =>
      part.startsWith(':') ? `(?<${part.slice(1)}>[^/]${index < length - 1 ? '*' : '+'})` : part,
    );
  return { route, expression: new RegExp(`^${parts.join('/')}$`) };
}

function findPattern(patterns: readonly Pattern[], path: string): FoundRoute | undefined {
  for (const { route, expression } of patterns) {
    const found = expression.exec(path);
    if (found !== null) return { route, parameters: { ...found.groups } };
  }
  return undefined;
}
