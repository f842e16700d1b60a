import { EVERY_SERVICE, type ServiceName, type Variable } from './variable';
import { variables } from './variables';

/**
 * The only reader of the environment. One table says which variables there are; the loader, its error and the table in
 * docs/operations.md come from it.
 */
export function loadConfig<Name extends ServiceName>(
  service: Name,
  env: Environment = process.env,
): Config<Name> {
  const config: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [property, variable] of variablesOf(service)) {
    const given = env[variable.name];
    // An empty value is what an unset variable looks like in a compose file.
    const text = given === undefined || given === '' ? variable.default : given;
    const without = variable.optionalFor?.includes(service) === true ? null : undefined;
    const value = text === undefined ? without : variable.parse(text);
    if (value === undefined) problems.push(problemWith(variable, given));
    config[property] = value;
  }
  if (problems.length > 0) throw new ConfigError(service, problems);
  return config as Config<Name>;
}

/** A setting that the process needs before, and whatever, the rest of its environment is; the default if it is wrong. */
export function earlySetting<Property extends 'logLevel' | 'drainTimeoutMs'>(
  property: Property,
  env: Environment = process.env,
): Setting<Property> {
  const { name, parse, default: fallback } = variables[property];
  return (parse(env[name] ?? '') ?? parse(fallback ?? '')) as Setting<Property>;
}

/** What a part of a service cannot do without, though the service can: named all at once like everything else. */
export function requireSettings<
  Name extends ServiceName,
  Property extends keyof Config<Name> & keyof Variables,
>(
  service: Name,
  config: Config<Name>,
  properties: readonly Property[],
): { readonly [Wanted in Property]: NonNullable<Config<Name>[Wanted]> } {
  const missing = properties.filter((property) => config[property] === null);
  if (missing.length > 0) {
    throw new ConfigError(
      service,
      missing.map((property) => problemWith(variables[property], undefined)),
    );
  }
  return config as { readonly [Wanted in Property]: NonNullable<Config<Name>[Wanted]> };
}

export class ConfigError extends Error {
  constructor(service: ServiceName, problems: readonly string[]) {
    super(
      `${service} cannot start with this environment:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  }
}

/** The variables as a Markdown table. */
export function renderVariables(): string {
  const rows = Object.values<Variable>(variables).map(({ name, doc, expected, services, ...variable }) => {
    const without = services.length === 0 ? 'none' : 'required';
    const fallback = variable.default === undefined ? without : `\`${variable.default}\``;
    const optional = (variable.optionalFor ?? []).map((service) => `${service} (optional)`);
    const users = services.length === EVERY_SERVICE.length ? 'all' : [...services, ...optional].join(', ');
    return `| \`${name}\` | ${doc} | ${expected} | ${fallback} | ${users} |`;
  });
  return [
    '| variable | what it is | expected | default | used by |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** Settings of one service, as the table of variables grants them; every service has the last two. */
export type Config<Name extends ServiceName> = {
  readonly [
    Property in keyof Variables as Name extends UserOf<Property> | OptionalUserOf<Property> ? Property : never
  ]: Setting<Property> | (Name extends OptionalUserOf<Property> ? null : never);
} & { readonly logLevel: Setting<'logLevel'>; readonly nodeEnv: Setting<'nodeEnv'> };

type Setting<Property extends keyof Variables> = Exclude<ReturnType<Variables[Property]['parse']>, undefined>;
type UserOf<Property extends keyof Variables> = Variables[Property]['services'][number];
type OptionalUserOf<Property extends keyof Variables> =
  Variables[Property] extends Variable<unknown, ServiceName, infer Optional> ? Optional : never;
type Environment = Readonly<Record<string, string | undefined>>;
type Variables = typeof variables;

export type { ServiceName };

function variablesOf(service: ServiceName): [string, Variable][] {
  return Object.entries<Variable>(variables).filter(
    ([, { services, optionalFor }]) => services.includes(service) || optionalFor?.includes(service) === true,
  );
}

function problemWith(variable: Variable, given: string | undefined): string {
  if (given === undefined || given === '') return `${variable.name} is missing: ${variable.expected}`;
  const shown = variable.secret === true ? 'its value' : JSON.stringify(given);
  return `${variable.name}: ${shown} is not ${variable.expected}`;
}
