import { EVERY_SERVICE, type ServiceName, type Variable } from './variable';
import { variables } from './variables';

/**
 * The only reader of the environment. One table lists all variables; the loader, its error and the table in
 * docs/operations.md come from it. The error also names the `further` problems.
 */
export function loadConfig<Name extends ServiceName>(
  service: Name,
  env: Environment = process.env,
  further: readonly string[] = [],
): Config<Name> {
  const { settings, problems } = readSettings(service, variables, env);
  if (problems.length + further.length > 0) throw new ConfigError(service, [...problems, ...further]);
  return settings as Config<Name>;
}

/** Reads the settings of one service from a table of variables. If there are problems, the settings are incomplete. */
export function readSettings<Table extends VariableTable, Name extends ServiceName>(
  service: Name,
  table: Table,
  env: Environment = process.env,
): { readonly settings: SettingsOf<Table, Name>; readonly problems: readonly string[] } {
  const settings: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [property, variable] of Object.entries<Variable>(table)) {
    const without = variable.optionalFor?.includes(service) === true ? null : undefined;
    if (without === undefined && !variable.services.includes(service)) continue;
    const given = env[variable.name];
    // In a compose file, an unset variable arrives as an empty value.
    const text = given === undefined || given === '' ? variable.default : given;
    const value = text === undefined ? without : variable.parse(text);
    if (value === undefined) problems.push(problemWith(variable, given));
    settings[property] = value;
  }
  return { settings: settings as SettingsOf<Table, Name>, problems };
}

/** A setting that the process needs before the rest of its environment is read. A wrong value counts as the default. */
export function earlySetting<Property extends 'logLevel' | 'drainTimeoutMs'>(
  property: Property,
  env: Environment = process.env,
): Setting<Property> {
  const { name, parse, default: fallback } = variables[property];
  return (parse(env[name] ?? '') ?? parse(fallback ?? '')) as Setting<Property>;
}

/**
 * Requires settings that are optional for the service but needed by one part of it. Names all that are missing at once.
 */
export function requireSettings<
  Name extends ServiceName,
  Property extends keyof Config<Name> & keyof Variables,
>(
  service: Name,
  config: Config<Name>,
  properties: readonly Property[],
  further: readonly string[] = [],
): { readonly [Wanted in Property]: NonNullable<Config<Name>[Wanted]> } {
  const missing = properties.filter((property) => config[property] === null);
  const problems = missing.map((property) => problemWith(variables[property], undefined));
  if (problems.length + further.length > 0) throw new ConfigError(service, [...problems, ...further]);
  return config as { readonly [Wanted in Property]: NonNullable<Config<Name>[Wanted]> };
}

export class ConfigError extends Error {
  constructor(service: ServiceName, problems: readonly string[]) {
    super(
      `${service} cannot start with this environment:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  }
}

/** Renders variables as a Markdown table. */
export function renderVariables(table: readonly Variable[] = Object.values<Variable>(variables)): string {
  const rows = table.map(({ name, doc, expected, services, ...variable }) => {
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

/** The settings that the table of variables grants to one service. Every service has the last two. */
export type Config<Name extends ServiceName> = SettingsOf<Variables, Name> & {
  readonly logLevel: Setting<'logLevel'>;
  readonly nodeEnv: Setting<'nodeEnv'>;
};

export type VariableTable = Readonly<Record<string, Variable>>;

/** The settings of a table that one service uses. Optional ones may be null. */
export type SettingsOf<Table extends VariableTable, Name extends ServiceName> = {
  readonly [
    Property in keyof Table as Name extends UserOf<Table[Property]> | OptionalUserOf<Table[Property]>
      ? Property
      : never
  ]: ValueOf<Table[Property]> | (Name extends OptionalUserOf<Table[Property]> ? null : never);
};

type Setting<Property extends keyof Variables> = ValueOf<Variables[Property]>;
type ValueOf<Of extends Variable> = Exclude<ReturnType<Of['parse']>, undefined>;
type UserOf<Of extends Variable> = Of['services'][number];
type OptionalUserOf<Of extends Variable> =
  Of extends Variable<unknown, ServiceName, infer Optional> ? Optional : never;
export type Environment = Readonly<Record<string, string | undefined>>;
type Variables = typeof variables;

export type { ServiceName };

/** Says what is wrong with a variable and what it should be. */
export function problemWith(variable: Variable, given: string | undefined): string {
  if (given === undefined || given === '') return `${variable.name} is missing: ${variable.expected}`;
  const shown = variable.secret === true ? 'its value' : JSON.stringify(given);
  return `${variable.name}: ${shown} is not ${variable.expected}`;
}
