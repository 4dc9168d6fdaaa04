import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { electronCommand } from '../support/electron-command.ts';
import { test as base, expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { takeOnce } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { type Feed, startFeed } from './update-feed.ts';

const builtMain = join(import.meta.dirname, '../../../dist/node/main.js');

interface Installed {
  feed: Feed;
  /** Starts version 1.0.0 of the app as an AppImage of that feed. */
  launch: () => Promise<LaunchedAlcove>;
  /** The file that an update replaces. */
  appImage: string;
}

const test = base.extend<{ installed: Installed }>({
  installed: async ({ launchAlcove, temporaryFolder }, use) => {
    const feed = await startFeed();
    const folder = temporaryFolder();
    const appImage = join(folder, 'Applications/Alcove.AppImage');
    mkdirSync(dirname(appImage));
    writeFileSync(appImage, 'version 1.0.0');
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({
        name: 'alcove',
        version: '1.0.0',
        type: 'module',
        main: relative(folder, builtMain),
        updates: feed.source,
      }),
    );
    // electron-builder writes such a file into every package.
    writeFileSync(join(folder, 'dev-app-update.yml'), 'updaterCacheDirName: alcove-updater\n');
    const launch = async () => {
      const alcove = await launchAlcove({
        appFolder: folder,
        environment: {
          APPIMAGE: appImage,
          APPDIR: dirname(electronCommand(folder).executablePath),
          XDG_CACHE_HOME: join(folder, 'cache'),
        },
      });
      await visit(alcove.page, 'Node');
      return alcove;
    };
    await use({ feed, launch, appImage });
    await feed.stop();
  },
});

const card = (page: Page) => page.getByRole('region', { name: 'Updates' });
const check = (page: Page) => card(page).getByRole('button', { name: 'Check now' }).click();
/** Long enough for a progress bar to move. */
const newFile = Buffer.concat([
  Buffer.from('#!/bin/sh\nprintf "%s\\n" "$@" > "$0.args"\nexit\n'),
  Buffer.alloc(8e6),
]);

test('reports that a build without a feed doesn’t update itself', async ({ takeAlcove }) => {
  const { page } = await takeAlcove();
  await visit(page, 'Node');
  await expect(card(page)).toContainText('doesn’t update itself');
  await expect(card(page).getByRole('button')).toHaveCount(0);
  await expect(page.evaluate(() => window.alcove?.invoke('updates.check', undefined))).rejects.toThrow(
    'doesn’t update itself',
  );
});

test('checks for updates, and rejects what is unsigned, not rolled out, outdated or unreachable', async ({
  installed: { feed, launch },
}) => {
  feed.release({ version: '1.0.0', file: newFile });
  const { page, dataDir } = await launch();
  const status = card(page).getByRole('status');
  const download = card(page).getByRole('button', { name: 'Download' });

  await test.step('the version is the newest', async () => {
    await expect(card(page)).toContainText('Not checked for updates yet');
    await check(page);
    await expect(card(page)).toContainText('Alcove 1.0.0 is up to date.');
    await expect(card(page)).toContainText(/Last checked (now|.+ ago)/);
    expect(JSON.parse(readFileSync(join(dataDir, 'updates.json'), 'utf8')).checked_at).toMatch(/^20/);
    for (const { headers } of feed.requests) expect(headers).not.toHaveProperty('x-user-staging-id');
  });

  await test.step('an update signed with another key', async () => {
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const { path } = feed.release({ version: '1.1.0', file: newFile, signedWith: stranger });
    await check(page);
    await expect(status).toContainText('isn’t signed with Alcove’s release key');
    await expect(download).toHaveCount(0);
    expect(feed.requests.map((request) => request.path)).not.toContain(path);
  });

  await test.step('a version with a rollout of 0 %, and an older response afterwards', async () => {
    feed.release({ version: '1.1.0', file: newFile, stagingPercentage: 0 });
    await check(page);
    await expect(card(page)).toContainText('Alcove 1.1.0 is released in stages');
    await expect(download).toHaveCount(0);
    feed.release({ version: '1.0.0', file: newFile });
    await check(page);
    await expect(status).toContainText('offered an older version than before');
    await expect(card(page)).not.toContainText('up to date');
  });

  await test.step('a server that does not answer', async () => {
    await feed.stop();
    await check(page);
    await expect(status).toContainText('unreachable');
    await expect(card(page)).not.toContainText('up to date');
  });
});

test('finds a newer version automatically, and does not interrupt an upload for it', {
  tag: '@story',
}, async ({ installed: { feed, launch, appImage } }) => {
  feed.release({ version: '1.1.0', file: newFile });
  const { page } = await launch();
  await expect(card(page)).toContainText('Not checked for updates yet');
  await expect.poll(() => feed.requests.length).toBe(2);
  await page.reload();
  await expect(card(page)).toContainText('Alcove 1.1.0 is available');

  await card(page).getByRole('button', { name: 'Download' }).click();
  const restart = card(page).getByRole('button', { name: 'Restart to update' });
  await expect(restart).toBeVisible();
  await page.evaluate(() => {
    // An upload that does not end.
    XMLHttpRequest.prototype.send = () => {};
  });
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add files' }).click();
  await (await chosen).setFiles({ name: 'song.txt', mimeType: 'text/plain', buffer: Buffer.from('la') });
  await expect(page.getByLabel(/^1 upload in progress/).first()).toBeVisible();
  await restart.click();
  await expect(card(page)).toContainText('1 transfer is running and would stop.');
  expect(readFileSync(appImage, 'utf8')).toBe('version 1.0.0');
});

test('downloads a newer version, also after a damaged and a cancelled download, and installs it at the restart', async ({
  installed: { feed, launch, appImage },
}) => {
  const { path } = feed.release({ version: '1.1.0', file: newFile });
  feed.files.set(path, Buffer.alloc(newFile.length));
  const { page, dataDir, exited } = await launch();
  const download = card(page).getByRole('button', { name: 'Download' });
  const restart = card(page).getByRole('button', { name: 'Restart to update' });
  await check(page);
  await expect(card(page)).toContainText('Alcove 1.1.0 is available (8 MB).');
  await takeOnce(page, 'an update that is available');
  expect(feed.requests.map((request) => request.path)).not.toContain(path);

  await test.step('deletes a file that does not match its signature', async () => {
    await download.click();
    await expect(card(page).getByRole('status')).toContainText('doesn’t match its signature');
    await expect(restart).toHaveCount(0);
  });

  await test.step('cancels a download', async () => {
    feed.release({ version: '1.1.0', file: newFile });
    feed.hold(path);
    await check(page);
    await download.click();
    await expect(card(page)).toContainText('Downloading Alcove 1.1.0');
    await takeOnce(page, 'an update that downloads');
    await card(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(card(page)).toContainText('Alcove 1.1.0 is available');
  });

  feed.release({ version: '1.1.0', file: newFile });
  await download.click();
  await expect(card(page)).toContainText('is ready');
  await takeOnce(page, 'an update that is ready');
  expect(readFileSync(appImage, 'utf8')).toBe('version 1.0.0');

  await restart.click();
  expect(await exited).toBe(0);
  expect(readFileSync(appImage).equals(newFile)).toBe(true);
  expect(statSync(appImage).mode & 0o111).toBe(0o111);
  await expect.poll(() => existsSync(`${appImage}.args`)).toBe(true);
  await expect
    .poll(() => readFileSync(`${appImage}.args`, 'utf8').split('\n'))
    .toEqual(expect.arrayContaining(['--data-dir', dataDir]));
});

test('does not install a download that was changed afterwards', async ({ installed }) => {
  installed.feed.release({ version: '1.1.0', file: newFile });
  const { app, page, dataDir, exited } = await installed.launch();
  await check(page);
  await card(page).getByRole('button', { name: 'Download' }).click();
  await expect(card(page)).toContainText('is ready');
  const pending = join(dirname(installed.appImage), '../cache/alcove-updater/pending');
  const downloaded = readdirSync(pending).find((name) => name.endsWith('.AppImage'));
  writeFileSync(join(pending, downloaded ?? ''), '#!/bin/sh');
  // It would start another app, beyond the control of this test.
  await app.evaluate(({ app: electron }) => {
    electron.relaunch = () => {};
  });

  await card(page).getByRole('button', { name: 'Restart to update' }).click();
  expect(await exited).toBe(0);
  expect(readFileSync(installed.appImage, 'utf8')).toBe('version 1.0.0');
  expect(existsSync(`${installed.appImage}.new`)).toBe(false);
  expect(JSON.parse(readFileSync(join(dataDir, 'updates.json'), 'utf8')).failed).toBe('damaged');
});
