import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { chromium } from '@playwright/test';
import { executable, inspectable, unpacked } from '../../scripts/lib/package/desktop-package.mjs';
import { fusesOf } from '../../scripts/lib/package/fuses.mjs';
import { visit } from '../desktop/support/visit.ts';
import { expect, test } from './run-release.ts';

test('the release has the expected fuses', async () => {
  expect(await fusesOf(executable)).toEqual({
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

test('the release has nothing outside the archive except the addons', () => {
  const resources = join(unpacked, 'resources');
  const files = readdirSync(resources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    // Of a build with a feed: where electron-updater keeps downloads, and on Windows the publisher's name.
    .filter((name) => name !== 'app-update.yml');
  expect(files.sort()).toEqual([
    'app.asar',
    expect.stringMatching(/^(better_sqlite3|linux-(x64|arm64))\.node$/),
    'sodium-native.node',
  ]);
});

test('the release cannot be turned into another program by the environment or arguments', async ({
  runRelease,
}) => {
  const foreign = join(unpacked, 'resources/app.asar/dist/node/cli.js');
  const release = runRelease({
    args: ['--inspect=0', foreign],
    environment: { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--inspect=0' },
  });
  await expect.poll(release.output).toContain('the node runs');
  expect(release.output()).not.toMatch(/Debugger listening/);
});

test('stores a file and connects to a peer', async ({ runRelease }) => {
  const release = runRelease({ args: ['--remote-debugging-port=0', '--practice'] });
  const endpoint = await expect
    .poll(() => /DevTools listening on (ws:\S+)/.exec(release.output())?.[1])
    .toBeDefined()
    .then(() => /DevTools listening on (ws:\S+)/.exec(release.output())?.[1] ?? '');
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!page) throw new Error('The release has no window.');
  await page.waitForURL(/^http:/);

  await visit(page, 'Peers');
  const peer = page.getByRole('table', { name: 'Peers' }).getByRole('row').nth(1);
  await expect(peer).toContainText('Compatible');

  await visit(page, 'Library');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).first().click();
  await (await chosen).setFiles({ name: 'song.txt', mimeType: 'text/plain', buffer: Buffer.from('la la') });
  await expect(page.getByRole('table').getByText('song.txt')).toBeVisible();
  await browser.close();
  release.process.kill('SIGTERM');
  expect({ code: await release.exited, log: release.log() }).toMatchObject({ code: 0 });
});

test('differs from the build that Playwright drives by one fuse', async () => {
  const original = readFileSync(executable);
  const driven = readFileSync(join(inspectable, basename(executable)));
  expect(driven.length).toBe(original.length);
  for (const file of readdirSync(unpacked, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || path === executable) continue;
    const copy = join(inspectable, relative(unpacked, path));
    expect(readFileSync(copy).equals(readFileSync(path)), copy).toBe(true);
  }
  const differing: number[] = [];
  for (let at = 0; at < original.length; at += 1) {
    if (original[at] !== driven[at]) differing.push(at);
  }
  expect(differing).toHaveLength(1);
  const [fuses, drivenFuses] = await Promise.all(
    [executable, join(inspectable, basename(executable))].map(fusesOf),
  );
  expect(drivenFuses).toEqual({ ...fuses, enableNodeCliInspectArguments: true });
});
