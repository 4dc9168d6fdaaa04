import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { settingsState, settingValues } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { type LocalContent, localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { type StorageState, storageState } from '../../../src/contract/dashboard-api/storage.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove({ isNew: true });

const GB = 1000 ** 3;

async function store({ askLocal }: LaunchedAlcove, name: string, size: number): Promise<LocalContent> {
  const response = await askLocal('/local/content', {
    method: 'POST',
    body: Buffer.alloc(size, name),
    headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
  });
  return localUpload.parse(await response.json()).content;
}

const open = (page: Page) => visit(page, 'Storage');

const stateOf = async ({ askLocal }: LaunchedAlcove): Promise<StorageState> =>
  storageState.parse(await (await askLocal('/local/storage')).json());

const namesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const filesIn = (folder: string) => namesIn(folder).length;

/** Its folders may be removed during this read. */
function leftIn(folder: string): string[] | undefined {
  try {
    return existsSync(folder) ? namesIn(folder) : [];
  } catch {
    return undefined;
  }
}

/** The user's answer to the folder dialog. */
const answerFolderDialog = ({ app }: LaunchedAlcove, folder: string | undefined) =>
  app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: path === undefined, filePaths: path ? [path] : [] });
  }, folder);

test('shows the storage used, checks all files, and changes limits', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const limits = async () =>
    settingValues(settingsState.parse(await (await askLocal('/local/settings')).json())).storage;
  await open(page);
  await expect(page.getByText('No files yet.')).toBeVisible();
  await alcove.app.evaluate(({ shell }) => {
    shell.openPath = async (path) => {
      process.stdout.write(`opened ${path}\n`);
      return '';
    };
  });
  const opened = new Promise<string>((resolve) =>
    alcove.process.stdout?.on('data', (text) => String(text).startsWith('opened ') && resolve(String(text))),
  );
  await page.getByRole('button', { name: 'Open folder' }).click();
  expect(await opened).toContain((await stateOf(alcove)).folder);
  await store(alcove, 'a.txt', 1_000_000);
  await store(alcove, 'b.txt', 1_000_000);
  await expect(page.getByRole('list', { name: 'Storage used' })).toContainText('Your files2 MB in 2 files');
  await expect(page.getByRole('list', { name: 'Disk space used' })).toContainText('Used by this node2 MB');

  await expect(page.getByRole('list', { name: 'By kind' })).toContainText('Files2 MB in 2 files');
  const largest = page.getByRole('list', { name: 'Largest files' }).getByRole('link');
  await expect(largest).toHaveText(['b.txt', 'a.txt']);
  await largest.first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'b' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Storage' }).click();

  await expect(page.getByText('Not all files are checked yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/^All files checked (just now|.+ ago)/)).toBeVisible();

  const copies = page.getByLabel('Cache limit');
  const all = page.getByLabel('Storage limit');
  await expect(copies).toHaveValue('5');
  await all.fill('a lot');
  await expect(page.getByText('Enter a number like 20, or leave empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set limits' })).toBeDisabled();
  await all.fill('0,001');
  await expect(page.getByText(/Your files already take 2.MB/)).toBeVisible();
  await all.fill('20');
  await copies.fill('1.5');
  await copies.press('Enter');
  await expect.poll(limits).toMatchObject({ copies_bytes: 1.5 * GB, quota_bytes: 20 * GB });
  await all.fill('');
  const saved = page.getByRole('status').filter({ hasText: /^Saved$/ });
  await expect(saved).toHaveCount(0);
  await page.getByRole('button', { name: 'Set limits' }).click();
  await expect.poll(limits).toMatchObject({ copies_bytes: 1.5 * GB, quota_bytes: null });
  await expect(saved).toBeAttached();
});

test('shows a damaged file on the storage page, in the list of files and on its own page', async () => {
  const alcove = given();
  const { page, dataDir } = alcove;
  const content = await store(alcove, 'precious.txt', 100_000);
  const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith(content.content_sha256),
  );
  expect(found).toBeDefined();
  rmSync(join(dataDir, found ?? ''));
  await open(page);
  await page.getByRole('button', { name: 'Check now' }).click();
  const damages = page.getByRole('list', { name: 'Damaged files' });
  await expect(damages).toContainText('precious: missing');
  await expect(damages).toContainText('You can also repair the file by adding it again');
  await visit(page, 'Library');
  await expect(page.getByRole('row', { name: /precious\.txt/ })).toContainText(
    'Missing. Alcove is looking for a copy',
  );
  await page.getByRole('button', { name: 'Show as grid' }).click();
  await expect(
    page.getByRole('link', { name: /precious/ }).getByText('Missing', { exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: /precious/ }).click();
  const note = page.getByRole('status').filter({ hasText: 'This file is missing' });
  await expect(note).toContainText('If you still have the file, add it again.');
  await expect(page.getByRole('button', { name: 'Download…' })).toHaveCount(0);
  await store(alcove, 'precious.txt', 100_000);
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download…' })).toBeVisible();
  await visit(page, 'Library');
  await page.getByRole('button', { name: 'Show as list' }).click();
  await expect(page.getByRole('row', { name: /precious\.txt/ })).not.toContainText(
    'Missing. Alcove is looking for a copy',
  );
});

test('moves all stored files to another folder and back', { tag: '@story' }, async ({ temporaryFolder }) => {
  const alcove = given();
  const { page, dataDir } = alcove;
  const contents: LocalContent[] = [];
  for (let n = 0; n < 20; n += 1) contents.push(await store(alcove, `file ${n}.bin`, 300_000 + n));
  const target = join(temporaryFolder(), 'elsewhere');
  await open(page);

  await answerFolderDialog(alcove, undefined);
  await page.getByRole('button', { name: 'Change folder…' }).click();
  await answerFolderDialog(alcove, target);
  await page.getByRole('button', { name: 'Change folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move all files?' });
  await expect(dialog).toContainText(`to ${target}`);
  await dialog.getByRole('button', { name: 'Move files' }).click();
  await expect.poll(async () => (await stateOf(alcove)).folder).toBe(target);
  await expect.poll(async () => (await stateOf(alcove)).move).toBeNull();
  await expect(page.getByRole('region', { name: 'Storage folder' }).getByText(target)).toBeVisible();
  expect(filesIn(target)).toBeGreaterThanOrEqual(20);
  for (const { content_url: url, size } of contents) {
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(size);
  }

  await page.getByRole('button', { name: 'Use default folder…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move files' }).click();
  await expect.poll(async () => (await stateOf(alcove)).folder).toBe((await stateOf(alcove)).default_folder);
  await expect.poll(async () => (await stateOf(alcove)).move).toBeNull();
  await expect.poll(() => leftIn(target)).toEqual([]);
  expect(filesIn(dataDir)).toBeGreaterThanOrEqual(20);
});

test('rejects an unusable folder with the reason, and can reverse a stopped move', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'a.txt', 10);
  await open(page);
  await answerFolderDialog(alcove, '/proc/no-folder');
  await page.getByRole('button', { name: 'Change folder…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move files' }).click();
  const card = page.getByRole('region', { name: 'Storage folder' });
  await expect(card.getByRole('alert')).toBeVisible();
  await card.getByRole('button', { name: 'Dismiss' }).click();

  const before = await stateOf(alcove);
  const move: StorageState['move'] = {
    from: '/home/ada/alcove',
    to: '/media/disk/alcove',
    state: 'failed',
    files_done: 3,
    files_total: 4,
    bytes_done: 3 * GB,
    bytes_total: 4 * GB,
    message: { reason: 'storage.moveIncompleteCode', params: { code: 'ENOENT' } },
  };
  // No disk can be disconnected here: the page gets simulated responses of such a node.
  await page.addInitScript(
    (answers) => {
      const real = window.fetch;
      let turned = false;
      window.fetch = async (input, init) => {
        const { pathname } = new URL(String(input), location.href);
        if (!pathname.startsWith('/local/storage')) return real(input, init);
        turned ||= init?.method === 'DELETE';
        return Response.json(turned ? answers.before : answers.moving);
      };
    },
    { before, moving: { ...before, move } },
  );
  await page.reload();
  await expect(card.getByRole('alert')).toContainText('Check both disks, then try again.');
  await expect(card).toContainText('3 of 4 files · 3 GB of 4 GB · 75%');
  await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible();
  await card.getByRole('button', { name: 'Undo move' }).click();
  await expect(card.getByRole('button', { name: 'Change folder…' })).toBeVisible();
});
