import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type LocalContent, localUpload } from '../../../src/contract/dashboard-api/content.ts';
import type { Share } from '../../../src/contract/dashboard-api/sharing.ts';
import { contentIdOf } from '../../../src/core/content-id.ts';
import { message } from '../../../src/core/messages/message.ts';
import { addShare, chainOf, confirm, itemsOf, tileOf } from '../chain/chain-actions.ts';
import { song } from '../media/made-song.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { picture } from '../support/made-files.ts';
import { standIn } from '../support/stand-ins.ts';
import { visit } from '../support/visit.ts';
import { store as storeAs } from '../viewer/viewed.ts';
import { forSale, nextStep, toPayment } from './sale-steps.ts';

const given = sharedAlcove({ args: ['--set', 'chain.network=embedded'], startsEmpty: true });

async function store({ askLocal }: LaunchedAlcove, name: string): Promise<LocalContent> {
  const response = await askLocal('/local/content', {
    method: 'POST',
    body: Buffer.from(`the bytes of ${name}`),
    headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
  });
  return localUpload.parse(await response.json()).content;
}

const ownItems = (alcove: LaunchedAlcove) => itemsOf(alcove, '?whose=mine');

async function publishFromMenu(page: Page, name: string): Promise<void> {
  await visit(page, 'Library');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Sell…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sell' })).toBeVisible();
}

test('shows that the orders could not be loaded, which tell whether a missing file was sold', async () => {
  const { page, dashboardUrl } = given();
  await page.route(/\/local\/orders(\?|$)/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${dashboardUrl}/sell/${contentIdOf(Buffer.alloc(32, 7))}`);
  const problem = page.getByRole('alert');
  await expect(problem).toBeVisible();
  await expect(problem).not.toContainText('File not found');
  await page.unroute(/\/local\/orders(\?|$)/);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toContainText('File not found');
});

test('selects a dropped file at once, and keeps entered values during a visit of the wallet page', async ({
  temporaryFolder,
}) => {
  const { page, dashboardUrl } = given();
  const file = join(temporaryFolder(), 'a poem.txt');
  writeFileSync(file, 'Roses are red');
  await page.goto(`${dashboardUrl}/sell`);
  await expect(page.getByText('Add your first file')).toBeVisible();
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
  }
  const price = page.getByRole('textbox', { name: 'Licence to' });
  await nextStep(page);
  await price.fill('3');
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  await link('Wallet').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  await visit(page, 'Library');
  await page.getByRole('button', { name: 'Actions for a poem.txt' }).click();
  await page.getByRole('menuitem', { name: 'Sell…' }).click();
  await nextStep(page);
  await expect(price).toHaveValue('3');
});

test('shows missing and invalid values in place, and sends nothing to the chain', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'summer_nights.mp3');
  await expect.poll(async () => (await chainOf(alcove)).state).toBe('ok');
  const before = await ownItems(alcove);
  await publishFromMenu(page, 'summer_nights.mp3');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const price = page.getByRole('textbox', { name: 'Licence to' });

  await page.getByRole('textbox', { name: 'Title' }).fill(' ');
  await expect(page.getByText('Enter a title')).toBeVisible();
  await next.click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Title' }).fill('Nights');
  await next.click();
  await next.click();
  await expect(page.getByText('Enter an amount')).toBeVisible();
  await expect(price).toBeFocused();
  await price.fill('0.0001');
  await expect(page.getByText('At least 0.001 GRAM, or 0 for free')).toBeVisible();
  await price.fill('1');

  const stranger = `0:${'17'.repeat(32)}`;
  await addShare(page, `EQ${'A'.repeat(46)}`, '60');
  await expect(page.getByText('Mistake in the address')).toBeVisible();
  await page.getByRole('textbox', { name: 'Address of recipient 1' }).fill(stranger);
  await addShare(page, stranger, '50');
  await expect(page.getByText('Already in the list')).toBeVisible();
  await page.getByRole('textbox', { name: 'Address of recipient 2' }).fill(`0:${'18'.repeat(32)}`);
  await expect(page.getByText('Total 110%: more than 100%')).toBeVisible();
  await next.click();
  await expect(page.getByRole('textbox', { name: 'Percentage of recipient 1' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove recipient 2' }).click();
  await expect(page.getByText('Total 60%, you keep 40%')).toBeVisible();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Step 3 of 4: choose a host' })).toBeFocused();
  expect(await ownItems(alcove)).toEqual(before);
});

test('shows the reasons against selling a file', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const { content_id } = await store(alcove, 'given away.txt');
  await askLocal(`/local/content/${content_id}`, {
    method: 'PATCH',
    body: JSON.stringify({ published: true }),
    headers: { 'Content-Type': 'application/json' },
  });
  await publishFromMenu(page, 'given away.txt');
  await expect(page.getByRole('region', { name: 'File' })).toContainText('anyone can download it for free');
});

test('publishes a song with shares, changes its terms, and stops and restarts its sale', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  const { content_id } = await store(alcove, 'summer_nights.mp3');
  await expect.poll(async () => (await chainOf(alcove)).state).toBe('ok');
  const { wallets } = await chainOf(alcove);
  const node = wallets.find(({ payer }) => payer === 'service_wallet')?.address ?? '';
  const stranger = `0:${'17'.repeat(32)}`;

  await publishFromMenu(page, 'summer_nights.mp3');
  await expect(page.getByRole('note')).toContainText('test money');
  await page.getByRole('textbox', { name: 'Title' }).fill('Summer nights');
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to' }).fill('10');
  await page.getByRole('switch', { name: 'Also sell resellable licences' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Resellable licence' }).fill('25,5');
  await addShare(page, node, '12,5');
  await addShare(page, stranger, '3.33');
  await expect(page.getByText('Total 15.83%, you keep 84.17%')).toBeVisible();
  const sale = page.getByRole('table', { name: 'Licence', exact: true });
  await expect(sale.getByRole('row')).toContainText(['10', '1.25', '0.333', '8.417']);
  const later = page.getByRole('table', { name: 'After a resale at the same price' });
  await expect(later.getByRole('row')).toContainText(['25.5', '22.95', '0.31875', '0.084915', '2.146335']);

  const payment = await toPayment(page);
  const heading = page.getByRole('heading', { name: 'Step 4 of 4: check and pay' });
  await expect(heading).toBeFocused();
  const summary = page.getByRole('region', { name: 'Your sale' });
  await expect(summary).toContainText('8.417 GRAM of each licence, after 2 other recipients');
  await expect(summary).toContainText('25.5 GRAM');
  await expect(summary).toContainText('Buyers wait for the item until you share it.');
  await expect(payment).toContainText('the blockchain record is permanent');
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Decide later' })).toBeChecked();
  await page.goForward();
  await expect(heading).toBeFocused();
  await payment.getByRole('radio', { name: 'Practice wallet' }).check();
  await confirm(payment, 'Start selling', forSale);
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('note').filter({ hasText: 'Buyers can’t download yet' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'For sale' })).toBeVisible();

  const ofSong = async () => (await ownItems(alcove)).find(({ title }) => title === 'Summer nights');
  const item = await ofSong();
  // The sold content is the encrypted file.
  expect(item?.content_id).not.toBe(content_id);
  expect(item).toMatchObject({
    title: 'Summer nights',
    price: '10000000000',
    resale_price: '25500000000',
    allow_resale: true,
    downloadable: true,
    royalties: [{ value: 1250 }, { value: 333 }],
  });

  await page.getByRole('link', { name: 'Open item page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Summer nights' })).toBeVisible();
  const change = async (fill: () => Promise<void>, button: string, done: string) => {
    await page.getByRole('button', { name: 'Change terms…' }).click();
    await fill();
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog).toContainText(done);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  };
  const toggle = dialog.getByRole('switch', { name: 'For sale' });
  await change(
    async () => {
      await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled();
      await dialog.getByRole('textbox', { name: 'Licence to listen' }).fill('7.000000001');
    },
    'Save changes',
    'Terms of sale changed.',
  );
  expect(await ofSong()).toMatchObject({ price: '7000000001', withdrawn: false });
  await change(() => toggle.press('Space'), 'Stop selling', 'No longer for sale.');
  expect(await ofSong()).toMatchObject({ price: '7000000001', withdrawn: true });
  const offered = page.url();
  await page.goto(`${alcove.dashboardUrl}/sell`);
  const row = page.getByRole('row', { name: /summer nights/i });
  await expect(row).toContainText('Not for sale');
  await expect(row).not.toContainText('In the Store');
  await page.goto(offered);
  await change(() => toggle.press('Space'), 'Sell again', 'For sale again.');
  expect(await ofSong()).toMatchObject({ price: '7000000001', withdrawn: false });

  // A host that refuses the file leads to another one.
  const path = `/local/content/${item?.content_id}`;
  const host = 'https://studio.example.org';
  const refused: Share = {
    ...{ host, state: 'failed', listed: true, key: 'waiting', url: `${host}/file`, page_url: null },
    ...{ shared_at: null, message: message('sharing.fileRemoved') },
  };
  const record = (await (await alcove.askLocal(path)).json()) as LocalContent;
  await standIn(page, { [path]: { ...record, shares: [refused] } });
  await expect(page.getByText('studio.example.org hasn’t taken the item.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another host…' }).click();
  await expect(page.getByRole('dialog', { name: 'Share Summer nights' })).toContainText('Not shared');
});

test('sells a song with the title, the artist and the cover of its tags', { tag: '@story' }, async () => {
  const alcove = given();
  const { page } = alcove;
  await expect.poll(async () => (await chainOf(alcove)).state).toBe('ok');
  const texts = { TIT2: 'Slack water', TPE1: 'Ada Marlow', TALB: 'Harbour' };
  const id = await storeAs(alcove, '01.mp3', 'audio/mpeg', song(2, { texts, cover: picture(400) }));

  await page.goto(`${alcove.dashboardUrl}/sell/${id}`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('Slack water');
  await expect(page.getByText('Ada Marlow')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Use the picture in the file' })).toBeChecked();
  // Later steps wait for the cover.
  await expect(page.getByRole('link', { name: '2. Price' })).toHaveCount(0);
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to listen' }).fill('1');
  const payment = await toPayment(page);
  const summary = page.getByRole('region', { name: 'Your sale' });
  await expect(summary).toContainText('Ada Marlow');
  await confirm(payment, 'Start selling', forSale);

  await visit(page, 'Store');
  const tile = tileOf(page, 'Slack water');
  await expect(tile).toHaveAccessibleName(/Slack water.*Ada Marlow/);
  const cover = tile.locator('img');
  await expect.poll(() => cover.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400);
});
