import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderVariables } from '../shared/config/config';
import { choiceVariable } from './choice';
import { channels } from './outcome';
import { allPlugins, allProviderVariables, registry } from './registry';

const root = join(__dirname, '..', '..');

describe('the registry of providers', () => {
  it('lists each provider under its channel and a unique name', () => {
    for (const channel of channels) {
      expect(registry[channel].map((plugin) => plugin.channel)).toEqual(registry[channel].map(() => channel));
    }
    const names = allPlugins().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has each variable once, and a local value for each required one', () => {
    const names = allProviderVariables().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const without = allProviderVariables().filter(
      ({ services, simulated, default: fallback }) =>
        services.length > 0 && simulated === undefined && fallback === undefined,
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('opens the callbacks of each provider on paths of its own', async () => {
    const context = { callbacksUrl: 'http://callbacks.test', realTimeMs: () => 0 };
    const opened = await Promise.all([
      ...registry.email.map((plugin) => plugin.openCallbacks({}, context)),
      ...registry.sms.map((plugin) => plugin.openCallbacks({}, context)),
      ...registry.whatsapp.map((plugin) => plugin.openCallbacks({}, context)),
    ]);
    const paths = opened.flat().map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

test('docs/operations.md is up to date with the settings of providers', () => {
  const documented = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
  expect(documented).toContain(renderProviderSettings());
});

test('docker-compose.yml gives the file of a channel to its sender and to callbacks, and names no provider', () => {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  for (const channel of channels) {
    const sender = `command: [pipeline, ${channel}-sender]\n    env_file: [*${channel}-provider]\n`;
    expect(compose).toContain(`- &${channel}-provider { path: ${channel}.env, required: false }`);
    expect(compose).toContain(sender);
  }
  const all = channels.map((channel) => `*${channel}-provider`).join(', ');
  expect(compose).toContain(`command: [callbacks]\n    env_file: [${all}]\n`);
  const set = allProviderVariables().filter(({ name }) => new RegExp(`^ +${name}:`, 'm').test(compose));
  expect(set.map(({ name }) => name)).toEqual([]);
});

/** The variables that choose providers, and those of each provider, as the tables of docs/operations.md. */
function renderProviderSettings(): string {
  const tables = allPlugins().map(({ name, channel, variables }) => {
    const choice = `${channel.toUpperCase()}_PROVIDER=${name}`;
    return `\`${choice}\`:\n\n${renderVariables(Object.values(variables))}`;
  });
  return [renderVariables(channels.map((channel) => choiceVariable(channel))), ...tables].join('\n');
}
