import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { localContentPage, localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { takeOnce } from '../support/views.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove();

const bytes = randomBytes(3 * 1024 * 1024 + 7);

async function store({ askLocal }: LaunchedAlcove, name: string) {
  const response = await askLocal('/local/content', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      'X-File-Name': Buffer.from(name).toString('base64'),
    },
    body: bytes,
  });
  return localUpload.parse(await response.json()).content;
}

/** The user's answer to the save dialog; `proposed` is the suggested path. */
async function answerSaveDialog({ app }: LaunchedAlcove, filePath: string | undefined): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async (...called: unknown[]) => {
      const { defaultPath } = called.at(-1) as { defaultPath: string };
      Object.assign(globalThis, { proposed: defaultPath });
      return path === undefined ? { canceled: true, filePath: '' } : { canceled: false, filePath: path };
    };
  }, filePath);
}

const saveAs = ({ page }: LaunchedAlcove, url: string, name: string) =>
  page.evaluate(
    (input) =>
      window.alcove?.invoke('content.saveAs', input).then(
        ({ saved }) => (saved ? 'saved' : 'not saved'),
        (error: Error) => error.message,
      ),
    { url, name },
  );

const open = ({ page }: LaunchedAlcove, url: string) =>
  page.evaluate(
    (address) =>
      window.alcove?.invoke('content.open', { url: address }).then(
        () => 'opened',
        (error: Error) => error.message,
      ),
    url,
  );

test('saves a complete file in the chosen folder, without leftovers', async ({ temporaryFolder }) => {
  const alcove = given();
  const content = await store(alcove, 'a.bin');
  const folder = temporaryFolder();
  const target = join(folder, 'saved.bin');
  writeFileSync(target, 'older');

  await answerSaveDialog(alcove, undefined);
  expect(await saveAs(alcove, content.content_url, 'May: ../June.bin')).toBe('not saved');
  expect(readFileSync(target, 'utf8')).toBe('older');

  await answerSaveDialog(alcove, target);
  expect(await saveAs(alcove, content.content_url, 'May: ../June.bin')).toBe('saved');
  expect(readFileSync(target).equals(bytes)).toBe(true);
  expect(readdirSync(folder)).toEqual(['saved.bin']);
  const proposed = await alcove.app.evaluate(() => (globalThis as { proposed?: string }).proposed);
  expect(basename(proposed ?? '')).toBe('May_ .._June.bin');
});

test('saves several selected files into one folder, and replaces nothing there', async ({
  temporaryFolder,
}) => {
  const alcove = given();
  const { page, app, askLocal } = alcove;
  const first = await store(alcove, 'a.bin');
  const other = { 'X-File-Name': Buffer.from('b.txt').toString('base64') };
  await askLocal('/local/content', { method: 'POST', body: 'second', headers: other });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'b.txt'), 'older');
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    dialog.showSaveDialog = () => Promise.reject(new Error('asked for each file'));
  }, folder);
  await visit(page, 'Library');
  for (const name of ['a.bin', 'b.txt']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  await bar.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('2 files saved')).toBeVisible();
  expect(readdirSync(folder).sort()).toEqual(['a.bin', 'b (2).txt', 'b.txt']);
  expect(readFileSync(join(folder, 'a.bin')).equals(bytes)).toBe(true);
  expect(readFileSync(join(folder, 'b (2).txt'), 'utf8')).toBe('second');
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('older');

  const { content_id: id } = first;
  await page.route(`**/content/${encodeURIComponent(id)}/access-link*`, (route) => route.abort());
  await bar.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('1 file saved')).toBeVisible();
  await expect(page.getByRole('alert').getByRole('listitem').filter({ hasText: /^a/ })).toBeVisible();
  await expect.poll(() => readdirSync(folder)).toContain('b (3).txt');

  const strange = { folder: 'elsewhere', url: `${alcove.nodeUrl}/api/v1/storage/x`, name: 'x' };
  const refused = await page.evaluate(
    (input) => window.alcove?.invoke('content.saveInto', input).catch((error: Error) => error.message),
    strange,
  );
  expect(refused).toContain('Folder missing');
});

test('marks files from other users with the mark of the web', async ({ temporaryFolder }) => {
  test.skip(process.platform !== 'linux', 'elsewhere the mark is not a file of its own');
  const alcove = given();
  const content = await store(alcove, 'a.bin');
  const folder = temporaryFolder();
  await answerSaveDialog(alcove, join(folder, 'saved.bin'));
  await alcove.app.evaluate(() => Object.defineProperty(process, 'platform', { value: 'win32' }));
  expect(await saveAs(alcove, content.content_url, 'saved.bin')).toBe('saved');
  await alcove.app.evaluate(() => Object.defineProperty(process, 'platform', { value: 'linux' }));
  expect(readdirSync(folder).filter((name) => name.endsWith(':Zone.Identifier'))).toHaveLength(1);
});

test('shows the reason of a failed save, and keeps the existing file', async ({ temporaryFolder }) => {
  const alcove = given();
  const content = await store(alcove, 'a.bin');
  const folder = temporaryFolder();
  await answerSaveDialog(alcove, join(folder, 'gone', 'a.bin'));
  expect(await saveAs(alcove, content.content_url, 'a.bin')).toContain('Folder missing');

  const target = join(folder, 'b.bin');
  await answerSaveDialog(alcove, target);
  const unknown = content.content_url.replace(/[^/]+$/, '00'.repeat(32));
  expect(await saveAs(alcove, unknown, 'b.bin')).not.toBe('saved');
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test('opens only content of this node in the browser', async () => {
  const alcove = given();
  await alcove.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  const content = await store(alcove, 'a.txt');
  expect(await open(alcove, content.content_url)).toBe('opened');
  const refused = [
    'https://example.org/api/v1/storage/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    `${alcove.nodeUrl}/api/v1/node`,
    `${alcove.nodeUrl}/api/v1/storage/%2e%2e/node`,
    `${alcove.nodeUrl.replace('//', '//user:secret@')}/api/v1/storage/x`,
    `${alcove.dashboardUrl}/api/v1/storage/x`,
  ];
  for (const url of refused) expect(await open(alcove, url), url).toContain('This file isn’t on your node');
  expect(await alcove.app.evaluate(() => (globalThis as { opened?: string[] }).opened)).toEqual([
    content.content_url,
  ]);
});

test('stores a file dropped on the window', async ({ temporaryFolder }) => {
  const { page, askLocal } = given();
  const file = join(temporaryFolder(), 'dropped.bin');
  const dropped = bytes.subarray(1);
  writeFileSync(file, dropped);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devTools.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
  await drag('dragEnter');
  await drag('dragOver');
  await expect(page.getByText('Drop files to add them')).toBeVisible();
  await takeOnce(page, 'files above the window');
  await drag('drop');
  const stored = async () => localContentPage.parse(await (await askLocal('/local/content')).json()).items;
  await expect
    .poll(async () => (await stored()).map(({ name, size }) => ({ name, size })))
    .toContainEqual({ name: 'dropped.bin', size: dropped.length });
});
