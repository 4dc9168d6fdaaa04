import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  collectionDetails,
  collectionList,
} from '../../../src/contract/dashboard-api/library/collections.ts';
import { breaches } from '../support/accessibility.ts';
import { dropFolder } from '../support/drop-folder.ts';
import { expect, test } from '../support/fixtures.ts';

const rows = (page: Page, title: string) =>
  page.getByRole('list', { name: `Items of ${title}` }).getByRole('listitem');

test('makes a collection of a dropped folder, and orders and copies its entries by keyboard', async ({
  launchAlcove,
  temporaryFolder,
}) => {
  const { page, askLocal, dashboardUrl } = await launchAlcove();
  const folder = join(temporaryFolder(), 'Harbour');
  mkdirSync(join(folder, 'Live'), { recursive: true });
  for (const name of ['track 10.txt', 'track 2.txt', 'track 1.txt', 'Live/encore.txt', '.hidden']) {
    writeFileSync(join(folder, name), `Text of ${name}`);
  }
  writeFileSync(join(folder, 'desktop.ini'), '[x]');

  await dropFolder(page, folder);
  const preview = page.getByRole('dialog', { name: 'Add 1 folder?' });
  await expect(preview).toContainText('4 files · 81 bytes · 2 collections');
  await expect(preview).toContainText('Not added: .hidden and desktop.ini');
  await preview.getByRole('button', { name: 'Add' }).press('Enter');
  await expect(preview).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();

  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('link', { name: 'Collections' }).click();
  await page.getByRole('link', { name: 'Harbour' }).press('Enter');
  await expect(rows(page, 'Harbour')).toHaveText([/Live/, /track 1\b/, /track 2/, /track 10/]);

  const handle = page.getByRole('button', { name: 'Move track 10.txt' });
  await handle.focus();
  await handle.press('ArrowUp');
  await expect(page.getByRole('status').getByText('track 10.txt is now 3 of 4')).toBeAttached();
  await expect(handle).toBeFocused();
  await expect(rows(page, 'Harbour')).toHaveText([/Live/, /track 1\b/, /track 10/, /track 2/]);
  expect(await breaches(page)).toEqual([]);

  await page.getByRole('button', { name: 'Actions for track 1.txt' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove from collection' }).press('Enter');
  await expect(rows(page, 'Harbour')).toHaveCount(3);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(rows(page, 'Harbour')).toHaveText([/Live/, /track 1\b/, /track 10/, /track 2/]);

  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for encore.txt' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Add to collection…' }).press('Enter');
  const addTo = page.getByRole('dialog', { name: 'Add 1 file to collection' });
  await addTo.getByRole('button', { name: 'New collection…' }).press('Enter');
  await addTo.getByLabel('Title').fill('Evening');
  await addTo.getByLabel('Title').press('Enter');
  await expect(addTo).toBeHidden();

  const { items } = collectionList.parse(await (await askLocal('/local/collections')).json());
  expect(items).toMatchObject([
    { title: 'Evening', kind: 'playlist', items: 1 },
    { title: 'Harbour', kind: 'folder', items: 4, contents: 4 },
  ]);
  const evening = await (await askLocal(`/local/collections/${items[0]?.id}`)).json();
  expect(collectionDetails.parse(evening)).toMatchObject({ contents: 1 });

  await page.goto(`${dashboardUrl}/collection/${items[0]?.id}`);
  await page.getByRole('button', { name: 'Actions for encore.txt' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove from collection' }).press('Enter');
  await page.reload();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Open Library' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
});
