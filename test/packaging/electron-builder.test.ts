import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { configurationTools } from '../../scripts/lib/package/desktop-package.mjs';

const root = join(import.meta.dirname, '../..');
const { getConfig, validateConfiguration } = configurationTools();
type Configuration = Awaited<ReturnType<typeof getConfig>>;

let config: Configuration;
beforeAll(async () => {
  config = await getConfig(root, 'electron-builder.yml', null);
});

const check = (configuration: Configuration) => validateConfiguration(configuration, { isEnabled: false });

describe('electron-builder.yml', () => {
  it('matches the schema of electron-builder, for every platform', async () => {
    await check(config);
  });

  it.each(['linux', 'mac', 'win', 'nsis', 'deb', 'rpm'] as const)(
    'is checked for a misspelt setting of %s',
    async (section) => {
      const broken = { ...config, [section]: { ...config[section], targt: 'zip' } };
      await expect(check(broken as Configuration)).rejects.toThrow(`configuration.${section}`);
    },
  );

  it('matches it with a feed, too', async () => {
    await check({ ...config, publish: { provider: 'generic', url: 'https://updates.example.org/alcove/' } });
  });

  it('disables every entry point into the app that it does not need', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('signs for macOS with the hardened runtime, which allows only V8 to compile', () => {
    expect(config.mac?.hardenedRuntime).toBe(true);
    const entitlements = readFileSync(join(root, String(config.mac?.entitlements)), 'utf8');
    expect(entitlements.match(/<key>.*?<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>']);
    expect(config.mac?.entitlementsInherit).toBe(config.mac?.entitlements);
  });

  it('names existing files', () => {
    const named = [config.mac?.icon, config.win?.icon, config.linux?.icon, config.mac?.entitlements];
    for (const file of named) expect(existsSync(join(root, String(file))), String(file)).toBe(true);
  });

  it('opens links of the app, on every platform', () => {
    expect(config.protocols).toEqual([{ name: 'Alcove link', schemes: ['alcove'], role: 'Viewer' }]);
  });
});
