import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import { chainOf, confirm, rowOf, tileOf } from '../chain/chain-actions.ts';
import { forSale, nextStep, toPayment } from '../licensing/sale-steps.ts';
import { test } from '../licensing/studio.ts';
import { dropFolder } from '../support/drop-folder.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { picture } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { playedFrame } from '../viewer/viewed.ts';
import { albums, makeEveningFolder, soldSeconds, soldSong } from './evening-folder.ts';

/** 12 songs of albums, one for sale, 3 photos, a PDF, a book and a film. */
const fileCount = 19;

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
  await expect(preview).toContainText('19 files');
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
    await page.getByRole('link', { name: 'Summer' }).click();
    for (const [album, songs] of Object.entries(albums)) {
      await items(page, 'Summer').getByRole('link', { name: album, exact: true }).click();
      await page.getByRole('button', { name: 'Show as album' }).click();
      await expect(items(page, album)).toHaveText(songs.map((name) => new RegExp(name)));
      await seen(page, `album ${album}`);
      await page.getByRole('link', { name: 'Summer' }).first().click();
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
    await page.getByRole('link', { name: 'Summer' }).click();
    await items(page, 'Summer').getByRole('link', { name: 'Harbour', exact: true }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Harbour' });
    await dialog.getByRole('combobox', { name: 'Public node' }).click();
    await page.getByRole('option', { name: host }).click();
    await dialog.getByRole('button', { name: 'Sign in as this node' }).click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog.getByText('Shared', { exact: true })).toBeVisible();
    await seen(page, 'shared album');
    const copy = dialog.getByRole('button', { name: 'Copy link' });
    const link = (await copy.getAttribute('title')) ?? '';
    const friend = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    const phone = await friend.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    await phone.goto(link);
    for (const name of albums.Harbour) await expect(phone.getByText(name)).toBeVisible();
    await seen(phone, 'friend');
    await friend.close();
    await page.keyboard.press('Escape');
  });

  await test.step('a song is sold', async () => {
    await visit(page, 'Library');
    await page.getByRole('link', { name: 'Music' }).click();
    await page.getByRole('link', { name: new RegExp(`${soldSong}`) }).click();
    await page.getByRole('tab', { name: 'Sharing and sale' }).click();
    await seen(page, 'item');
    await page.getByRole('link', { name: 'Sell…' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill(soldSong);
    await page.getByRole('radio', { name: 'First 30 seconds' }).check();
    await expect(page.getByText('Preview ready')).toBeVisible();
    await seen(page, 'sell details');
    await nextStep(page);
    await page.getByRole('textbox', { name: 'Licence to listen' }).fill('2');
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
  await test.step('a buyer finds, previews, buys and plays it', async () => {
    await visit(buyer.page, 'Store');
    await seen(buyer.page, 'store');
    await tileOf(buyer.page, soldSong).click();
    await buyer.page.getByRole('button', { name: `Open the preview of ${soldSong}` }).click();
    const heard = buyer.page.frameLocator('iframe[title*="preview"]').locator('audio');
    await expect.poll(() => heard.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(30, 1);
    await seen(buyer.page, 'preview');
    await buyer.page.getByRole('button', { name: /^Buy/ }).first().click();
    const dialog = buyer.page.getByRole('dialog', { name: `Buy: ${soldSong}` });
    await seen(buyer.page, 'buying');
    await confirm(dialog, 'Buy for 2 GRAM', 'bought');
    await dialog.getByRole('link', { name: 'Open Library' }).click();
    const bought = rowOf(buyer.page, 'Your licences', soldSong);
    await expect(bought.getByRole('link', { name: `Open ${soldSong}` })).toBeVisible();
    await seen(buyer.page, 'bought');
  });

  await test.step('what was bought plays to its end without any other node', async () => {
    await studio.kill();
    await rowOf(buyer.page, 'Your licences', soldSong)
      .getByRole('link', { name: `Open ${soldSong}` })
      .click();
    const frame = await playedFrame(buyer.page, soldSong);
    const played = await frame.evaluate(async () => {
      const player = document.querySelector('audio') as HTMLAudioElement;
      player.muted = true;
      player.playbackRate = 4;
      await player.play();
      await new Promise((resolve) => player.addEventListener('ended', resolve));
      return player.played.end(player.played.length - 1) - player.played.start(0);
    });
    expect(played).toBeCloseTo(soldSeconds, 0);
    await seen(buyer.page, 'played');
  });

  await test.step('the author deletes by mistake, restores, and sees what was earned', async () => {
    await visit(page, 'Library');
    await page.getByRole('link', { name: 'Photos 3' }).click();
    const grid = page.getByRole('list', { name: 'Your files' });
    await grid.getByRole('link', { name: /quay/ }).focus();
    await page.keyboard.press('Space');
    const bar = page.getByRole('toolbar', { name: 'Selected files' });
    await bar.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(grid.getByRole('link')).toHaveText([/gulls/, /snow/]);
    await seen(page, 'deleted');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(grid.getByRole('link')).toHaveText([/quay/, /gulls/, /snow/]);
    await visit(page, 'Wallet');
    await expect(page.getByRole('main')).toContainText(soldSong);
    await seen(page, 'earned');
  });
});
