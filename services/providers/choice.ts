import { problemWith, readSettings, type Environment } from '../shared/config/config';
import { oneOf, type Variable } from '../shared/config/variable';
import { channels, type Channel } from './outcome';
import type { ProviderPlugin, ProviderUser, ProviderVariable, ProviderVariables } from './plugin';
import { registry as allProviders, type Registry } from './registry';

/** The provider of a channel and its settings. If there are problems, the service does not start. */
export interface Choice<On extends Channel> {
  readonly plugin: ProviderPlugin<On>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

export interface ChoiceSource {
  readonly env?: Environment;
  readonly registry?: Registry;
}

/** Reads the provider that a variable such as `SMS_PROVIDER` names, and no variables of other providers (PROV-1). */
export function chooseProvider<On extends Channel>(
  user: ProviderUser,
  channel: On,
  { env, registry = allProviders }: ChoiceSource = {},
): Choice<On> {
  const choice = choiceVariable(channel, registry);
  const named = readSettings(user, { plugin: choice }, env);
  const [first] = registry[channel];
  if (named.problems.length > 0) return { plugin: first, settings: {}, problems: named.problems };
  const { plugin } = named.settings;
  const { settings, problems } = readSettings(user, plugin.variables, env);
  const why = `(${choice.name} is ${plugin.name}, ${choice.expected})`;
  return {
    plugin,
    settings,
    problems: [...problems, ...unmetNeeds(plugin.variables, settings)].map((problem) => `${problem} ${why}`),
  };
}

export function chooseProviders(
  user: ProviderUser,
  source: ChoiceSource = {},
): { readonly [On in Channel]: Choice<On> } {
  return {
    email: chooseProvider(user, 'email', source),
    sms: chooseProvider(user, 'sms', source),
    whatsapp: chooseProvider(user, 'whatsapp', source),
  };
}

/** The problems of the chosen providers of all channels. */
export function providerProblems(user: ProviderUser, source: ChoiceSource = {}): readonly string[] {
  const chosen = chooseProviders(user, source);
  return channels.flatMap((channel) => chosen[channel].problems);
}

export function choiceVariable<On extends Channel>(
  channel: On,
  registry: Registry = allProviders,
): Variable<ProviderPlugin<On>, ProviderUser, never> {
  const plugins: readonly ProviderPlugin<On>[] = registry[channel];
  const names = plugins.map(({ name }) => name);
  return {
    name: `${channel.toUpperCase()}_PROVIDER`,
    doc: DOCS[channel],
    expected: oneOf(names),
    ...(names[0] === undefined ? {} : { default: names[0] }),
    parse: (text) => plugins.find(({ name }) => name === text),
    services: ['pipeline', 'callbacks', 'simulator'],
  };
}

const DOCS: Readonly<Record<Channel, string>> = {
  email: 'Provider that sends emails and reports on them',
  sms: 'Provider that sends texts, reports on them and forwards the texts of recipients',
  whatsapp: 'Provider that does the same for WhatsApp',
};

/** Finds variables that are not set although a variable that is set needs them. */
function unmetNeeds(
  variables: ProviderVariables,
  settings: Readonly<Record<string, unknown>>,
): readonly string[] {
  const isSet = (property: string): boolean =>
    settings[property] !== null && settings[property] !== undefined;
  const entries = Object.entries<ProviderVariable>(variables);
  const needed = new Set(entries.flatMap(([property, { needs }]) => (isSet(property) ? (needs ?? []) : [])));
  return entries
    .filter(([property, { name }]) => needed.has(name) && settings[property] === null)
    .map(([, variable]) => problemWith(variable, undefined));
}
