import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import { chainOf, confirm, licencesOf, rowOf, tileOf } from '../chain/chain-actions.ts';
import { forSale, nextStep, toPayment } from '../licensing/sale-steps.ts';
import { test } from '../licensing/studio.ts';
import { dropFolder } from '../support/drop-folder.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { picture } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { albums, makeEveningFolder } from './evening-folder.ts';

/** 12 songs of albums, 3 photos, a PDF, a book and a film. */
const fileCount = 18;

const filesOf = async ({ askLocal }: LaunchedAlcove) =>
  localContentPage.parse(await (await askLocal('/local/content')).json()).items;

const items = (page: Page, title: string) =>
  page.getByRole('list', { name: `Items of ${title}` }).getByRole('listitem');

test('a dropped folder becomes albums and months, is shared with a friend, sold, played offline, and restored', {
  tag: '@story',
}, async ({ launchAlcove, studioOn, temporaryFolder }) => {
  const author = await launchAlcove();
  const { page } = author;
  let shot = 0;
  const seen = (of: Page, what: string) =>
    picture(of, `evening ${String((shot += 1)).padStart(2, '0')} ${what}`);
  await seen(page, 'first start');
  await page.getByRole('button', { name: 'Start practice mode' }).click();
  await expect.poll(async () => (await chainOf(author)).platform.state).toBe('deployed');
  const { endpoint, platform } = await chainOf(author);
  const chain = { network: 'embedded', endpoint, master_address: platform.address };
  const studio = await studioOn(chain);
  await studio.start();
  const host = new URL(studio.host).host;

  await visit(page, 'Home');
  await dropFolder(page, await makeEveningFolder(page, temporaryFolder()));
  const preview = page.getByRole('dialog', { name: 'Add 1 folder?' });
  await expect(preview).toContainText(`${fileCount} files`);
  await seen(page, 'what will be added');
  await preview.getByRole('button', { name: 'Add' }).click();
  await expect
    .poll(async () => (await filesOf(author)).filter(({ media }) => media !== null).length)
    .toBe(fileCount);
  await seen(page, 'home with files');

  await test.step('albums with covers and sorted songs, and months of photos', async () => {
    await visit(page, 'Library');
    await seen(page, 'library');
    const tabs = page.getByRole('navigation', { name: 'Library' });
    await tabs.getByRole('link', { name: 'Photos 3' }).click();
    const grid = page.getByRole('list', { name: 'Your files' });
    await expect(grid.getByRole('heading')).toHaveText(['May 2026', 'December 2025']);
    await expect(grid.getByRole('link')).toHaveText([/quay/, /gulls/, /snow/]);
    await seen(page, 'months');
    await tabs.getByRole('link', { name: 'Collections' }).click();
    await page.getByRole('link', { name: /^Summer/ }).click();
    for (const [album, songs] of Object.entries(albums)) {
      await items(page, 'Summer').getByRole('link', { name: album, exact: true }).click();
      await page.getByRole('button', { name: 'Show as album' }).click();
      await expect(items(page, album)).toHaveText(songs.map((name) => new RegExp(name)));
      await seen(page, `album ${album}`);
      await page
        .getByRole('link', { name: /^Summer/ })
        .first()
        .click();
    }
    await seen(page, 'collection of albums');
  });

  await test.step('an album opens for a friend on a phone', async () => {
    await visit(page, 'Peers');
    await page.getByRole('textbox', { name: 'Address of a public node' }).fill(studio.host);
    await page.getByRole('button', { name: 'Add peer' }).click();
    await expect(page.getByText(`${studio.host} added to peers`)).toBeVisible();
    await visit(page, 'Library');
    await page.getByRole('link', { name: 'Collections' }).click();
    await page.getByRole('link', { name: /^Summer/ }).click();
    await items(page, 'Summer').getByRole('link', { name: 'Harbour', exact: true }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Harbour' });
    await dialog.getByRole('combobox', { name: 'Public node' }).click();
    await page.getByRole('option', { name: host }).click();
    await dialog.getByRole('button', { name: 'Sign in as this node' }).click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog.getByText('Shared', { exact: true })).toBeVisible();
    await seen(page, 'shared album');
    const copy = dialog.getByRole('button', { name: /^Copy link: / });
    const link = (await copy.getAttribute('title')) ?? '';
    const friend = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    const phone = await friend.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    await phone.goto(link);
    for (const name of albums.Harbour) await expect(phone.getByText(name)).toBeVisible();
    await seen(phone, 'friend');
    await friend.close();
    await page.keyboard.press('Escape');
  });

  await test.step('the album is sold', async () => {
    await page.getByRole('button', { name: 'Actions for Harbour' }).click();
    await page.getByRole('menuitem', { name: 'Sell as one…' }).click();
    await expect(page.getByRole('region', { name: 'Album' })).toContainText('Album · 4 items');
    await expect(page.getByRole('checkbox', { name: 'Use the picture of the first file' })).toBeChecked();
    await seen(page, 'sell details');
    await nextStep(page);
    await page.getByRole('textbox', { name: 'Licence to' }).fill('2');
    await seen(page, 'sell price');
    const payment = await toPayment(page, host);
    await seen(page, 'sell confirm');
    await confirm(payment, 'Start selling', forSale);
    await expect(page.getByRole('region', { name: 'Hosts for buyers' })).toContainText(
      'The host has the key',
    );
    await seen(page, 'sold');
  });

  const buyersFolder = temporaryFolder();
  const settings = { chain, network: { bootstrap: [studio.host] } };
  writeFileSync(join(buyersFolder, 'settings.json'), JSON.stringify(settings));
  const buyer = await launchAlcove({ dataDir: buyersFolder, args: ['--password-store=basic'] });
  await test.step('a buyer finds, previews and buys it', async () => {
    await visit(buyer.page, 'Store');
    await expect(tileOf(buyer.page, 'Harbour').locator('img')).toBeVisible();
    await seen(buyer.page, 'store');
    await tileOf(buyer.page, 'Harbour').click();
    await seen(buyer.page, 'offer');
    await buyer.page.getByRole('button', { name: 'Show contents' }).click();
    const contents = buyer.page.getByRole('region', { name: '4 items' }).getByRole('listitem');
    await expect(contents).toHaveText(albums.Harbour.map((name) => new RegExp(name)));
    await seen(buyer.page, 'contents');
    await buyer.page.getByRole('button', { name: /^Buy/ }).first().click();
    const dialog = buyer.page.getByRole('dialog', { name: 'Buy: Harbour' });
    await seen(buyer.page, 'buying');
    await confirm(dialog, 'Buy for 2 GRAM', 'bought');
    await dialog.getByRole('link', { name: 'Open Library' }).click();
    const bought = rowOf(buyer.page, 'Your licences', 'Harbour');
    await expect(bought.getByRole('link', { name: 'Harbour' })).toBeVisible();
    await expect
      .poll(async () => (await licencesOf(buyer)).map(({ delivery }) => delivery?.state))
      .toEqual(['here']);
    await seen(buyer.page, 'bought');
  });

  await test.step('the album plays to its end without any other node', async () => {
    await studio.kill();
    await visit(buyer.page, 'Library');
    await buyer.page.getByRole('link', { name: 'Collections' }).click();
    await buyer.page.getByRole('link', { name: 'Harbour' }).click();
    await expect(items(buyer.page, 'Harbour')).toHaveText(albums.Harbour.map((name) => new RegExp(name)));
    await expect(buyer.page.getByRole('main').locator('img').first()).toBeVisible();
    await seen(buyer.page, 'bought album');
    await buyer.page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
    const player = buyer.page.getByRole('region', { name: 'Player' });
    for (const name of albums.Harbour) {
      await expect(player.getByRole('link', { name })).toBeVisible();
      await seen(buyer.page, `plays ${name}`);
    }
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await seen(buyer.page, 'played');
  });

  await test.step('the author deletes by mistake, restores, and sees what was earned', async () => {
    await visit(page, 'Library');
    await page.getByRole('link', { name: 'Music' }).click();
    const grid = page.getByRole('list', { name: 'Your files' });
    for (const name of albums.Harbour) {
      await grid.getByRole('link', { name: new RegExp(name) }).focus();
      await page.keyboard.press('Space');
      await expect(grid.getByRole('link', { name: new RegExp(name) }).locator('img')).toBeVisible();
    }
    const bar = page.getByRole('toolbar', { name: 'Selected files' });
    await seen(page, 'selected');
    await bar.getByRole('button', { name: 'Delete' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Delete 4 files?' });
    await seen(page, 'deleting');
    await question.getByRole('button', { name: 'Move to Trash' }).click();
    for (const name of albums.Harbour)
      await expect(grid.getByRole('link', { name: new RegExp(name) })).toHaveCount(0);
    await seen(page, 'deleted');
    await page.getByRole('button', { name: 'Undo' }).click();
    for (const name of albums.Harbour)
      await expect(grid.getByRole('link', { name: new RegExp(name) })).toBeVisible();
    await seen(page, 'restored');
    await visit(page, 'Wallet');
    const sale = page.getByRole('list', { name: 'Sales' }).getByRole('listitem', { name: 'Harbour' });
    await expect(sale).toContainText('+ 2 GRAM');
    await expect(sale).toContainText('Price 2 GRAM: 2 GRAM to you');
    await seen(page, 'earned');
  });
});
