import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

const open = (page: Page) => visit(page, 'Log');

const store = ({ askLocal }: LaunchedAlcove, text: string) => {
  const headers = { 'X-File-Name': Buffer.from('first.txt').toString('base64') };
  return askLocal('/local/content', { method: 'POST', body: Buffer.from(text), headers });
};

/** An upload that is refused because it has no token. */
const uploadWithoutToken = ({ nodeUrl }: LaunchedAlcove) =>
  fetch(`${nodeUrl}/api/v1/storage`, { method: 'POST', body: 'bytes' });

test.describe('with few entries', () => {
  const given = sharedAlcove({ isNew: true });

  test('shows activity live, highlights refusals, and can be filtered', async () => {
    const alcove = given();
    const { page } = alcove;
    await open(page);
    await store(alcove, 'the first file');
    const uploaded = page.getByRole('row', { name: /Added a file/ });
    await expect(uploaded).toContainText('You, in the app');
    await expect(uploaded).toContainText('Done');
    await expect(uploaded.getByRole('link')).toHaveText('first.txt');
    expect((await uploadWithoutToken(alcove)).status).toBe(401);
    const refused = page.getByRole('row', { name: /Valid token needed/ });
    await expect(refused).toContainText('Refused');
    await expect(refused).toContainText('127.0.0.1');
    await expect(page.getByRole('row', { name: 'Today' })).toHaveCount(1);

    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'File added' }).click();
    await expect(refused).toBeHidden();
    await expect(uploaded).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search the activity' }).fill('there is no such word');
    await expect(page.getByText('No matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(uploaded).toBeVisible();
  });

  test('saves the log without names and addresses, or in full after a confirmation', async ({
    temporaryFolder,
  }) => {
    const alcove = given();
    const { app, page } = alcove;
    await uploadWithoutToken(alcove);
    await open(page);
    await expect(page.getByRole('row', { name: /Valid token needed/ }).first()).toBeVisible();
    const folder = temporaryFolder();
    const saveTo = (filePath: string) =>
      app.evaluate(({ dialog }, path) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
      }, filePath);
    const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

    const redacted = join(folder, 'redacted.ndjson');
    await saveTo(redacted);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Without names and addresses' }).click();
    await expect(page.getByText('Activity saved.')).toBeVisible();
    expect(readFileSync(redacted, 'utf8')).not.toContain('127.0.0.1');
    expect(lines(redacted).map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ kind: 'refused', problem: 'unauthorized', address: 'address-1' }),
    );

    const whole = join(folder, 'whole.ndjson');
    await saveTo(whole);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Everything…' }).click();
    expect(existsSync(whole)).toBe(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Export everything' }).click();
    await expect.poll(() => existsSync(whole)).toBe(true);
    expect(lines(whole).map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ kind: 'refused', problem: 'unauthorized', address: '127.0.0.1' }),
    );
  });
});

test('loads older entries while scrolling, and keeps new ones at the top', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const alcove = await launchAlcove();
  const { page } = alcove;
  for (let n = 0; n < 150; n += 1) await store(alcove, `file ${n}`);
  await open(page);
  const rows = page.getByRole('table', { name: 'Log' }).getByRole('row');
  await expect(rows.nth(5)).toBeVisible();
  await page.mouse.move(700, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(page.getByRole('row', { name: /started/i })).toBeVisible({ timeout: 200 });
  }).toPass();
  await uploadWithoutToken(alcove);
  await page.getByRole('button', { name: 'Show new items' }).click();
  await expect(page.getByRole('row', { name: /Valid token needed/ })).toBeVisible();
});
