import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { menuItem } from '../support/menu.ts';
import { visit } from '../support/visit.ts';

const MiB = 1024 * 1024;

/** Drops a file of random bytes onto the window, as from a file manager. @returns its SHA-256 */
async function dropRandomFile(page: Page, name: string, size: number): Promise<string> {
  const { transfer, sha256 } = await randomFile(page, name, size);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  const zone = page.locator('.mantine-Dropzone-root');
  await expect(zone.getByText('Drop files to add them')).toBeVisible();
  await zone.dispatchEvent('drop', { dataTransfer: transfer });
  return sha256;
}

async function randomFile(page: Page, name: string, size: number) {
  const made = await page.evaluateHandle(
    async ([fileName, bytes]) => {
      const block = 1024 * 1024;
      const data = new Uint8Array(bytes as number);
      for (let at = 0; at < data.length; at += 65_536)
        crypto.getRandomValues(data.subarray(at, Math.min(at + 65_536, data.length)));
      const transfer = new DataTransfer();
      transfer.items.add(new File([data], fileName as string, { type: 'application/octet-stream' }));
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
      return {
        transfer,
        block,
        sha256: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
      };
    },
    [name, size] as const,
  );
  return {
    transfer: await made.evaluateHandle((value) => value.transfer),
    sha256: await made.evaluate((value) => value.sha256),
  };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

async function storedNames(alcove: LaunchedAlcove): Promise<string[]> {
  return localContentPage
    .parse(await (await alcove.askLocal('/local/content')).json())
    .items.map(({ name }) => name);
}

test('starts practice mode, stores a file, and loses nothing when the app is killed', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder }) => {
  const dataDir = temporaryFolder();
  const first = await launchAlcove({ dataDir });
  const { page } = first;

  await page.getByRole('button', { name: 'Start practice mode' }).click();
  await visit(page, 'Peers');
  const peer = page.getByRole('table', { name: 'Peers' }).getByRole('row').nth(1);
  await expect(peer.getByText('Compatible', { exact: true })).toBeVisible();
  await expect(peer.getByText('Practice node on this computer')).toBeVisible();

  await visit(page, 'Library');
  await expect(page.getByText('Add your first file')).toBeVisible();
  const sha256 = await dropRandomFile(page, 'holiday film.mp4', 50 * MiB);
  await expect(page.getByRole('listitem', { name: 'holiday film.mp4' })).toContainText('of 52');
  const row = page.getByRole('row', { name: /holiday film\.mp4/ });
  await expect(row).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'holiday film.mp4' })).toContainText('Added');

  const url = `${first.nodeUrl}/api/v1/storage/${sha256}`;
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(whole.length).toBe(50 * MiB);
  expect(createHash('sha256').update(whole).digest('hex')).toBe(sha256);
  const range = await fetch(url, { headers: { Range: `bytes=${30 * MiB - 7}-${30 * MiB + 6}` } });
  expect(range.status).toBe(206);
  expect(Buffer.from(await range.arrayBuffer()).equals(whole.subarray(30 * MiB - 7, 30 * MiB + 7))).toBe(
    true,
  );

  // A second upload, long enough to be killed in the middle.
  const incoming = join(dataDir, 'incoming');
  const second = await randomFile(page, 'never finished.bin', 400 * MiB);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: second.transfer });
  await page.locator('.mantine-Dropzone-root').dispatchEvent('drop', { dataTransfer: second.transfer });
  await expect.poll(() => filesIn(incoming).length, { intervals: [5] }).toBeGreaterThan(0);
  const exited = new Promise((resolve) => first.app.process().once('exit', resolve));
  first.app.process().kill('SIGKILL');
  await exited;
  expect(filesIn(incoming)).toHaveLength(1);

  const again = await launchAlcove({ dataDir });
  expect(await storedNames(again)).toEqual(['holiday film.mp4']);
  const kept = Buffer.from(await (await fetch(`${again.nodeUrl}/api/v1/storage/${sha256}`)).arrayBuffer());
  expect(kept.equals(whole)).toBe(true);
  expect(filesIn(incoming)).toEqual([]);
  await expect.poll(() => filesIn(join(dataDir, 'blobs')).length).toBe(1);
  await visit(again.page, 'Peers');
  const peers = again.page.getByRole('table', { name: 'Peers' });
  await expect(peers.getByText('Compatible', { exact: true })).toBeVisible();
});

test('searches, saves and deletes content, and copies its link', { tag: '@story' }, async ({
  launchAlcove,
  temporaryFolder,
}) => {
  const alcove = await launchAlcove();
  const { app, page } = alcove;
  for (const name of ['minutes.txt', 'song.mp3', 'summer.jpg']) {
    await alcove.askLocal('/local/content', {
      method: 'POST',
      body: Buffer.from(`the bytes of ${name}`),
      headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
    });
  }
  await visit(page, 'Library');
  await expect(page.getByRole('row', { name: /song\.mp3/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('MINUT');
  await expect(page.getByRole('row', { name: /song\.mp3/ })).toBeHidden();

  await page.getByRole('button', { name: 'Actions for minutes.txt' }).click();
  await (await menuItem(page, 'Copy link')).click();
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain(`${alcove.nodeUrl}/api/v1/storage/bafkrei`);

  const target = join(temporaryFolder(), 'saved.txt');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, target);
  await page.getByRole('button', { name: 'Actions for minutes.txt' }).click();
  await page.getByRole('menuitem', { name: 'Download…' }).click();
  await expect(page.getByText('minutes.txt saved.')).toBeVisible();
  expect(statSync(target).size).toBe('the bytes of minutes.txt'.length);

  await page.getByRole('button', { name: 'Actions for minutes.txt' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No files found')).toBeVisible();
  expect(await storedNames(alcove)).toEqual(['summer.jpg', 'song.mp3']);
});

test('shows why a peer cannot be reached, and cancels an upload', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const { page, dataDir } = await launchAlcove();
  await page.getByRole('textbox').first().fill('http://127.0.0.1:9');
  await page.getByRole('button', { name: 'Add peer' }).click();
  await visit(page, 'Peers');
  const peer = page.getByRole('row', { name: /http:\/\/127\.0\.0\.1:9/ });
  await expect(peer.getByText('Unreachable')).toBeVisible();
  await expect(peer).toContainText('no node answers on that port');

  await visit(page, 'Library');
  const { transfer } = await randomFile(page, 'too long.bin', 400 * MiB);
  // A fast computer stores the file before a click from another process arrives.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const cancel = document.querySelector<HTMLElement>('[aria-label="Cancel upload of too long.bin"]');
      if (!cancel) return;
      observer.disconnect();
      cancel.click();
    }).observe(document, { subtree: true, childList: true });
  });
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await page.locator('.mantine-Dropzone-root').dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByText('Cancelled, not added')).toBeVisible();
  await expect.poll(() => filesIn(join(dataDir, 'incoming'))).toEqual([]);
  expect(filesIn(join(dataDir, 'blobs'))).toEqual([]);
});
