import { renderVariables } from '../shared/config/config';
import { choiceVariable } from './choice';
import { channels } from './outcome';
import { allPlugins } from './registry';

/** Renders the variables that choose providers, and those of each provider, as the tables of docs/operations.md. */
export function renderProviderSettings(): string {
  const tables = allPlugins().map(({ name, channel, variables }) => {
    const choice = `${channel.toUpperCase()}_PROVIDER=${name}`;
    return `\`${choice}\`:\n\n${renderVariables(Object.values(variables))}`;
  });
  return [renderVariables(channels.map((channel) => choiceVariable(channel))), ...tables].join('\n');
}
