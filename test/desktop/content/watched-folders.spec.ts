import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { inEachView, take } from '../support/views.ts';

const check = (page: Page, what: string) => inEachView(page, (view) => take(page, what, view));

test('watches a folder that was chosen in the system’s dialog', async ({ launchAlcove, temporaryFolder }) => {
  const { app, page } = await launchAlcove();
  const folder = join(temporaryFolder(), 'Harbour');
  mkdirSync(join(folder, 'Live'), { recursive: true });
  for (const name of ['low tide.mp3', 'Live/encore.jpg', '.hidden', 'film.mp4.part']) {
    writeFileSync(join(folder, name), `Bytes of ${name}`);
  }
  await app.evaluate(({ dialog: systemDialogs }, path) => {
    systemDialogs.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);

  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Watch a folder…' }).press('Enter');
  await expect(page.getByText('No watched folders')).toBeVisible();
  await check(page, 'watched-folders-empty');
  await page.getByRole('button', { name: 'Watch a folder…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Watch “Harbour”' });
  await expect(dialog).toContainText('2 files · 45 bytes');
  await expect(dialog.getByRole('list', { name: 'Left out' })).toContainText('1 hidden: .hidden');
  await expect(dialog.getByRole('list', { name: 'Left out' })).toContainText('film.mp4.part');
  await check(page, 'watched-folders-dialog');
  await dialog.getByRole('radio', { name: 'Mirror' }).check();
  await dialog.getByRole('button', { name: 'Add and watch' }).press('Enter');

  const card = page.getByRole('region', { name: 'Harbour' });
  await expect(card).toContainText('Watching · 2 files · Mirror', { timeout: 30_000 });
  await expect(page.getByRole('dialog')).toBeHidden();
  await check(page, 'watched-folders');

  const away = join(temporaryFolder(), basename(folder));
  renameSync(folder, away);
  await page.getByRole('button', { name: 'Actions for Harbour' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Scan now' }).press('Enter');
  await expect(card).toContainText('Needs attention');
  await expect(card).toContainText('Alcove cannot read this folder');
  renameSync(away, folder);
  for (const name of ['low tide.mp3', 'Live']) rmSync(join(folder, name), { recursive: true });
  await page.getByRole('button', { name: 'Actions for Harbour' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Scan now' }).press('Enter');
  await expect(card).toContainText('2 files are gone');
  await check(page, 'watched-folders-problem');
  await card.getByRole('button', { name: 'I deleted them…' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Move to Trash' }).press('Enter');
  await expect(card).toContainText('Watching · 0 files · Mirror');

  await page.getByRole('button', { name: 'Actions for Harbour' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Stop watching…' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop watching' }).press('Enter');
  await expect(page.getByText('No watched folders')).toBeVisible();
});
