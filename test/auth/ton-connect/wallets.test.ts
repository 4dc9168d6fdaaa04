import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SettingsError } from '../../../src/core/settings.ts';
import { loadWalletApps } from '../../../src/features/auth/ton-connect/wallets.ts';

function listFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'wallets.json');
  writeFileSync(path, text);
  return path;
}

const entry = {
  app_name: 'mine',
  name: 'Mine',
  image: 'https://mine.example/icon.png',
  about_url: 'https://mine.example',
  universal_url: 'https://mine.example/connect',
  bridge: [
    { type: 'js', key: 'mine' },
    { type: 'sse', url: 'https://bridge.mine.example/bridge' },
  ],
  platforms: ['linux'],
};

test('includes the common wallets, each over https', () => {
  const wallets = loadWalletApps();
  expect(wallets.map(({ appName }) => appName)).toEqual(
    expect.arrayContaining([
      'tonkeeper',
      'telegram',
      'telegram-wallet',
      'mytonwallet',
      'gramwallet',
      'tonhub',
    ]),
  );
  for (const { bridgeUrl, universalLink } of wallets) {
    expect(bridgeUrl).toMatch(/^https:/);
    expect(universalLink).toMatch(/^https:/);
  }
});

test('reads a custom list in the public format, without wallets that have no HTTP bridge', () => {
  const inBrowser = { ...entry, app_name: 'extension', bridge: [{ type: 'js', key: 'extension' }] };
  expect(loadWalletApps(listFile(JSON.stringify([inBrowser, entry])))).toMatchObject([
    {
      appName: 'mine',
      name: 'Mine',
      universalLink: 'https://mine.example/connect',
      bridgeUrl: 'https://bridge.mine.example/bridge',
    },
  ]);
});

test.each([
  ['no JSON', 'wallets'],
  ['no list', '{}'],
  ['an empty list', '[]'],
  ['an entry without a name', JSON.stringify([{ ...entry, name: undefined }])],
  [
    'a bridge with an invalid URL',
    JSON.stringify([{ ...entry, bridge: [{ type: 'sse', url: 'file:///' }] }]),
  ],
])('rejects a file with %s by the name of its setting', (_, text) => {
  const path = listFile(text);
  expect(() => loadWalletApps(path)).toThrow(SettingsError);
  expect(() => loadWalletApps(path)).toThrow(/sign_in\.wallets_file/);
});

test('rejects a missing file of wallets', () => {
  expect(() => loadWalletApps('/nowhere/wallets.json')).toThrow(/sign_in\.wallets_file.*ENOENT/);
});
