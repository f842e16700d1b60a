/** A service that settings are granted to. */
export type ServiceName = (typeof EVERY_SERVICE)[number];

/**
 * One setting: its name in the environment, its purpose, the services that use it and the function that reads its text.
 */
export interface Variable<
  Value = unknown,
  User extends ServiceName = ServiceName,
  Optional extends ServiceName = ServiceName,
> {
  readonly name: string;
  readonly doc: string;
  readonly expected: string;
  /** If absent, the variable is required. */
  readonly default?: string;
  /** True if neither an error nor the log may repeat the value. */
  readonly secret?: boolean;
  /** Returns undefined if the text is not what is expected. */
  readonly parse: (text: string) => Value | undefined;
  readonly services: readonly User[];
  /** Services that work without it. They find null if it is not set. */
  readonly optionalFor?: readonly Optional[];
}

export const EVERY_SERVICE = [
  'ingress',
  'inbox',
  'console',
  'callbacks',
  'simulator',
  'pipeline',
  'setup',
] as const;

export function variable<Value, const User extends ServiceName, const Optional extends ServiceName = never>(
  definition: Variable<Value, User, Optional>,
): Variable<Value, User, Optional> {
  return definition;
}

export function wholeUpTo(least: number, most: number): Pick<Variable<number>, 'expected' | 'parse'> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    parse: (text) => parseWhole(text, least, most),
  };
}

export const secretText = {
  expected: 'at least 8 characters, no spaces',
  secret: true,
  parse: (text: string) => (/^\S{8,}$/.test(text) ? text : undefined),
};

export const webUrl = {
  expected: 'an `http` or `https` URL',
  parse: (text: string) => parseUrl(text, ['http:', 'https:'])?.replace(/\/+$/, ''),
};

export const port = { ...wholeUpTo(0, 65_535), expected: 'a port; 0 takes any free one' };

export function parseUrl(text: string, protocols: readonly string[]): string | undefined {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined;
}

export function oneOf(values: readonly string[]): string {
  return `one of ${values.join(', ')}`;
}

function parseWhole(text: string, least: number, most: number): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined;
}
