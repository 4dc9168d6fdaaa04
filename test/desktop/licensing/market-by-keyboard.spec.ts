import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { json } from '../../support/node/start-test-node.ts';
import { itemsOf, licencesOf, rowOf, tileOf, tilesOf } from '../chain/chain-actions.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { focusIsIn, keysOf, tabTo, watchFocus } from '../support/keyboard.ts';
import { inEachView, take } from '../support/views.ts';
import { forSale } from './sale-steps.ts';
import { publish, type Seller, test } from './seller.ts';

const words = 'Roses are red';

const navigation = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
/** A new page gets the focus, so that a screen reader announces its name. */
const arrived = (page: Page, name: string) => expect(page.getByRole('main', { name })).toBeFocused();

/** A user with the app and a keyboard, and the public node as a peer. */
async function begin(launch: () => Promise<LaunchedAlcove>, seller: Seller) {
  const alcove = await launch();
  const { page, askLocal } = alcove;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await askLocal('/local/peers', { method: 'POST', ...json({ url: seller.host }) });
  return { ...alcove, ...keysOf(page), lost: await watchFocus(page), dialog: page.getByRole('dialog') };
}
type Person = Awaited<ReturnType<typeof begin>>;

/** Checks an overlay in each view, and returns to the usual one. */
async function check(page: Page, what: string): Promise<void> {
  await inEachView(page, (view) => take(page, `by-keyboard-${what}`, view));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1200, height: 800 });
}

/** Confirms a dialog or page, with test money if the wallet has too little, and waits for its success message. */
async function confirm(
  { page, dialog: open, enter }: Person,
  button: string,
  done: string,
  dialog = open,
): Promise<void> {
  await expect(dialog.getByRole('table', { name: 'Payment' })).toBeVisible();
  await check(page, `${button}-asked`);
  const faucet = dialog.getByRole('button', { name: 'Get test money' });
  if (await faucet.isVisible()) await enter(faucet);
  const enough = dialog.getByRole('button', { name: button, exact: true });
  await expect(enough).toBeEnabled();
  await focusIsIn(dialog);
  await enter(enough);
  await expect(dialog.getByRole('status').filter({ hasText: done })).toBeVisible();
  await focusIsIn(dialog);
  await check(page, `${button}-done`);
}

/**
 * Closes the dialog by its last button, which returns the focus to `opener`, or to the page if that was
 * removed.
 */
async function close({ page, dialog, enter }: Person, opener?: Locator): Promise<void> {
  await enter(dialog.getByRole('button', { name: 'Close', exact: true }).last());
  await expect(dialog).toBeHidden();
  await expect(opener ?? page.locator('main:focus, main :focus')).toBeFocused();
}

/** Delays the costs of an order until the returned function is called. */
async function holdCosts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/local/orders/quote', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** From the file to the sale: every field, an error, a correction. */
async function publishPoem(author: Person, { host }: Seller): Promise<void> {
  const { page, enter, space, type } = author;
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await enter(navigation(page, 'Explore'));
  await enter(page.getByRole('link', { name: 'Sell a file' }));
  await arrived(page, 'Sell');
  const chooser = page.waitForEvent('filechooser');
  await enter(page.getByRole('button', { name: 'Add files' }).first());
  const file = { name: 'poem.txt', mimeType: 'text/plain', buffer: Buffer.from(words) };
  await (await chooser).setFiles(file);
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('poem');
  await arrived(page, 'Sell');
  await type(title, 'A poem');
  await type(page.getByRole('combobox', { name: 'Authors' }), 'Ada Lovelace');
  await page.keyboard.press('Enter');
  await check(page, 'sell-details');
  await enter(next);
  await expect(page.getByRole('heading', { name: 'Step 2 of 4: set the price' })).toBeFocused();
  await type(page.getByRole('textbox', { name: 'Licence to read (GRAM)' }), '10');
  await space(page.getByRole('switch', { name: 'Also sell resellable licences' }));
  await type(page.getByRole('textbox', { name: 'Resellable licence (GRAM)' }), '25,5');
  for (const [digits, percent] of [
    ['17', '12,5'],
    ['18', '0'],
  ] as const) {
    await enter(page.getByRole('button', { name: 'Add recipient' }));
    await page.keyboard.type(`0:${digits.repeat(32)}`);
    await page.keyboard.press('Tab');
    await page.keyboard.type(percent);
  }
  await check(page, 'sell-price');
  await enter(next);
  const wrong = page.getByRole('textbox', { name: 'Percentage of recipient 2' });
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveAccessibleDescription('Enter more than 0');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('3.33');
  await expect(page.getByText('Total 15.83%, you keep 84.17%')).toBeVisible();
  await enter(page.getByRole('button', { name: 'Remove recipient 2' }));
  await expect(page.getByText('Total 12.5%, you keep 87.5%')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove recipient 1' })).toBeFocused();

  await enter(next);
  await expect(page.getByRole('heading', { name: 'Step 3 of 4: choose a host' })).toBeFocused();
  await expect(page.getByRole('radio', { name: new URL(host).host })).toBeChecked();
  await check(page, 'sell-host');
  // Choosing the host signs in there.
  const showCosts = await holdCosts(page);
  await enter(next);
  await expect(page.getByRole('heading', { name: 'Step 4 of 4: check and pay' })).toBeFocused();
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await tabTo(page, back);
  showCosts();
  await expect(page.getByRole('table', { name: 'Payment' })).toBeVisible();
  await expect(back).toBeFocused();
  await expect(back).toBeInViewport();
  await enter(page.getByRole('link', { name: '2. Price' }));
  await expect(page.getByRole('textbox', { name: 'Licence to read (GRAM)' })).toHaveValue('10');
  await page.goBack();
  await expect(page.getByText('From: Practice wallet')).toBeVisible();
  await confirm(author, 'Start selling', forSale, page.getByRole('main'));
  await expect(page.getByText('The host has the key')).toBeVisible();
  await check(page, 'sell-hosted');
}

/** Changes the price on the page of the sold content. */
async function changePrice(author: Person): Promise<void> {
  const { page, enter, dialog } = author;
  await enter(page.getByRole('link', { name: 'Open item page' }));
  await arrived(page, 'A poem');
  const change = page.getByRole('button', { name: 'Change terms…' });
  await enter(change);
  await expect(dialog.getByRole('textbox', { name: 'Licence to read (GRAM)' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('7');
  await confirm(author, 'Save changes', 'Terms of sale changed.');
  await close(author, change);
}

/** Stores a public file that nobody has to buy. */
async function offerFree({ askLocal }: Seller, name: string): Promise<void> {
  const headers = { 'X-File-Name': Buffer.from(`${name}.txt`).toString('base64') };
  const stored = await askLocal('/local/content', { method: 'POST', body: name, headers });
  const { content } = localUpload.parse(await stored.json());
  const edited = await askLocal(`/local/content/${content.content_id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ published: true }),
  });
  expect(edited.status).toBe(200);
}

/** Searches stored files, and filters remote ones. */
async function filterContent({ page, enter, space, type }: Person): Promise<void> {
  await enter(navigation(page, 'Library'));
  await arrived(page, 'Library');
  const search = page.getByRole('searchbox', { name: 'Search by name or title' });
  await type(search, 'never');
  await expect(page.getByRole('status').filter({ hasText: 'No files found' })).toBeVisible();
  await enter(page.getByRole('button', { name: 'Clear search' }));
  await expect(search).toBeFocused();
  await page.keyboard.type('poem');
  await expect(page.getByRole('status').filter({ hasText: /^1 file$/ })).toHaveCount(1);

  await enter(navigation(page, 'Explore'));
  await enter(page.getByRole('link', { name: 'Free', exact: true }));
  await arrived(page, 'Free');
  const found = page.getByRole('table', { name: 'Files on other nodes' });
  await expect(found).toBeVisible();
  await space(page.getByRole('checkbox', { name: 'Images' }));
  await expect(page.getByText('No files found')).toBeVisible();
  await enter(page.getByRole('button', { name: 'Show all' }));
  await expect(found).toBeVisible();
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
}

/** Filters the Store for the poem, and buys it. */
async function buyPoem(buyer: Person): Promise<void> {
  const { page, enter, space, type, dialog, escapeTo } = buyer;
  await enter(navigation(page, 'Explore'));
  await arrived(page, 'Store');
  const [poem, waves, lane] = ['A poem', 'Waves at night', 'A quiet lane'].map((title) =>
    tileOf(page, title),
  ) as [Locator, Locator, Locator];
  await expect(poem).toBeVisible();
  await enter(page.getByRole('button', { name: 'Sort by: Newest' }));
  await expect(page.getByRole('menuitemradio', { name: 'Newest' })).toBeFocused();
  // Title is between them.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sort by: Price: low to high' })).toBeFocused();
  await expect(tilesOf(page).first()).toContainText('A quiet lane');
  await type(page.getByRole('textbox', { name: 'Price from, in GRAM' }), '1,5');
  await expect(lane).toBeHidden();
  await type(page.getByRole('textbox', { name: 'Price to, in GRAM' }), '8');
  await space(page.getByRole('checkbox', { name: 'Files', exact: true }));
  await type(page.getByRole('searchbox', { name: 'Search Store' }), 'ada');
  await expect(waves).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: /^1 item$/ })).toHaveCount(1);
  await enter(poem);
  await arrived(page, 'A poem');
  const buy = page.getByRole('button', { name: 'Buy to read' });
  await enter(buy);
  await expect(dialog).toBeVisible();
  await escapeTo(buy);
  await page.keyboard.press('Enter');
  await confirm(buyer, 'Buy for 7 GRAM', 'Licence to read bought.');
  await enter(dialog.getByRole('link', { name: 'Open Library' }));
  await expect(dialog).toBeHidden();
  await arrived(page, 'Bought');
}

/** Reads the purchase, and saves it in a file; resolves with the text. */
async function readAndSave({ app, page, enter }: Person, file: string): Promise<string> {
  const row = rowOf(page, 'Your licences', 'A poem');
  await expect(row.getByRole('link', { name: 'Open A poem' })).toBeVisible();
  const menu = row.getByRole('button', { name: 'Actions for A poem' });
  await enter(menu);
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await arrived(page, 'A poem');
  await expect(page.frameLocator('iframe[title="A poem"]').locator('pre')).toHaveText(words);
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  const save = page.getByRole('button', { name: 'Download…' });
  await enter(save);
  await expect.poll(() => readFileSync(file, { encoding: 'utf8', flag: 'a+' })).toBe(words);
  await expect(save).toBeFocused();
  return readFileSync(file, 'utf8');
}

test('publishes with shares, finds, buys as another user, reads and saves a content by keyboard only', {
  tag: '@story',
}, async ({ seller, launchAlcove, temporaryFolder }) => {
  await publish(seller, { title: 'Waves at night', hashtags: ['sea'] });
  await publish(seller, { title: 'A quiet lane' }, { price: '250000000' });
  await offerFree(seller, 'Low tide');
  const launch = () => launchAlcove({ args: seller.sameChain });
  const author = await begin(launch, seller);
  await publishPoem(author, seller);
  await changePrice(author);
  const [mine] = await itemsOf(author, '?whose=mine');
  expect(mine).toMatchObject({ title: 'A poem', price: '7000000000', royalties: [{ value: 1250 }] });
  await filterContent(author);

  const buyer = await begin(launch, seller);
  await buyPoem(buyer);
  expect(await licencesOf(buyer)).toMatchObject([{ kind: 'listen', price: '7000000000' }]);
  expect(await readAndSave(buyer, join(temporaryFolder(), 'poem.txt'))).toBe(words);
  await author.enter(navigation(author.page, 'Wallet'));
  const sales = author.page.getByRole('region', { name: 'Sales' });
  await expect(sales).toContainText('6.12 GRAM in the last 7 days');
  await expect(sales.getByRole('listitem', { name: 'A poem' })).toContainText('The buyer gets the item from');
  await check(author.page, 'sales');
  expect([await author.lost(), await buyer.lost()]).toEqual([[], []]);
});
