import type { ElectronApplication, Page } from '@playwright/test';
import type { ViewedContent } from '../../../src/contract/node-api/serving.ts';
import { json } from '../../support/node/start-test-node.ts';
import { pictureNamed, pngOf, svgBomb } from '../../support/pictures.ts';
import { rowOf, tileOf } from '../chain/chain-actions.ts';
import { type Seller, settled, test } from '../licensing/seller.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { standIn } from '../support/stand-ins.ts';
import { visit } from '../support/visit.ts';
import { hostileSeller } from './hostile-seller.ts';

type Launch = (options: { args: string[] }) => Promise<LaunchedAlcove>;

/** In MB. About 30 covers are decoded at a time, with 32 MB each at the largest size. */
const max = 1000;

/** Measures the memory of the page's process, and detects a restart of it. */
async function watchPage(app: ElectronApplication) {
  await app.evaluate(({ app: shell, BrowserWindow }) => {
    const seen = { crashes: 0, megabytes: 0 };
    Object.assign(globalThis, { seen });
    BrowserWindow.getAllWindows()[0]?.webContents.on('render-process-gone', () => {
      seen.crashes += 1;
    });
    setInterval(() => {
      const pages = shell.getAppMetrics().filter(({ type }) => type === 'Tab');
      const kilobytes = pages.reduce((sum, { memory }) => sum + memory.workingSetSize, 0);
      seen.megabytes = Math.max(seen.megabytes, kilobytes / 1024);
    }, 100);
  });
  return () =>
    app.evaluate(() => (globalThis as unknown as { seen: { crashes: number; megabytes: number } }).seen);
}

async function store({ askLocal }: LaunchedAlcove, bytes: Buffer<ArrayBuffer>): Promise<void> {
  const headers = { 'X-File-Name': Buffer.from('cover.png').toString('base64') };
  expect((await askLocal('/local/content', { method: 'POST', body: bytes, headers })).ok).toBe(true);
}

/** The displayed covers, by their widths. */
const drawn = (page: Page) =>
  page
    .getByRole('main')
    .locator('img')
    .evaluateAll((images) => (images as HTMLImageElement[]).map(({ naturalWidth }) => naturalWidth));

test('does not display malicious covers in the Store, on the page of a content, or in the Library', {
  tag: '@story',
}, async ({ seller, launchAlcove }) => {
  const hostile = await hostileSeller(seller);
  const covers = {
    'A bomb': svgBomb(),
    'A huge picture': pngOf(20_000, 20_000),
    'A good cover': pictureNamed('good', 48, 48),
  };
  const addresses = new Map<string, string>();
  for (const [title, cover] of Object.entries(covers)) {
    addresses.set(title, await hostile.register(title, cover));
  }
  const alcove = await launchAlcove({ args: seller.sameChain });
  const { app, page, askLocal, nodeUrl } = alcove;
  const seen = await watchPage(app);
  for (const cover of Object.values(covers)) await store(alcove, cover);

  await visit(page, 'Store');
  for (const title of Object.keys(covers)) {
    await expect(tileOf(page, title)).toBeVisible();
  }
  await expect.poll(() => drawn(page)).toEqual([48]);
  for (const title of ['A bomb', 'A huge picture']) {
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.poll(() => drawn(page)).toEqual([]);
    await visit(page, 'Store');
  }

  for (const [title, address] of addresses) {
    const viewed = await (await fetch(`${nodeUrl}/api/v1/content.view?content_id=${address}`)).json();
    const { cover_id, encrypted, display_options } = viewed as ViewedContent;
    const named = [cover_id, encrypted?.cover_cid, display_options.metadata.image];
    if (title === 'A good cover') expect(named).not.toContain(null);
    else expect(named).toEqual([null, null, null]);
  }

  const faucet = { payer: 'practice_wallet', amount: '50000000000' };
  await askLocal('/local/chain/faucet', { method: 'POST', ...json(faucet) });
  for (const content_address of addresses.values()) {
    await settled(alcove, {
      kind: 'purchase',
      pay_with: 'practice_wallet',
      content_address,
      licence: 'listen',
    });
  }
  await visit(page, 'Bought');
  for (const title of Object.keys(covers)) {
    await expect(rowOf(page, 'Your licences', title)).toBeVisible();
  }
  await expect.poll(() => drawn(page)).toEqual([48]);
  const { crashes, megabytes } = await seen();
  expect(crashes).toBe(0);
  expect(megabytes).toBeLessThan(max);
});

/** Opens a Store with sixty items that have covers of the largest size, of which so many differ. */
async function openLarge(seller: Seller, launchAlcove: Launch, differing: number): Promise<LaunchedAlcove> {
  const hostile = await hostileSeller(seller);
  await hostile.register('A large cover', pictureNamed('0', 4096, 2048));
  const alcove = await launchAlcove({ args: seller.sameChain });
  const { page, askLocal } = alcove;
  const ids: string[] = [];
  for (let n = 0; n < differing; n += 1) {
    const headers = { 'X-File-Name': Buffer.from(`${n}.png`).toString('base64') };
    const body = pictureNamed(String(n), 4096, 2048);
    const stored = await askLocal('/local/content', { method: 'POST', body, headers });
    ids.push(((await stored.json()) as { content: { content_id: string } }).content.content_id);
  }
  const market = async () => (await (await askLocal('/local/market')).json()) as { items: object[] };
  await expect.poll(async () => (await market()).items.length).toBe(1);
  const { items, ...rest } = await market();
  const many = Array.from({ length: 60 }, (_, n) => ({
    ...items[0],
    title: `Cover ${n}`,
    content_address: `EQ${String(n).padStart(46, '0')}`,
    cover_url: `/covers/${ids[n % differing]}?${n}`,
  }));
  await standIn(page, { '/local/market': { ...rest, items: many, total: many.length } });
  return alcove;
}

test('loads the largest covers only near the visible part of the Store', { tag: '@story' }, async ({
  seller,
  launchAlcove,
}) => {
  const alcove = await openLarge(seller, launchAlcove, 3);
  const { app, page } = alcove;
  await page.setViewportSize({ width: 320, height: 400 });
  await page.mouse.move(160, 200);
  const seen = await watchPage(app);
  await visit(page, 'Store');
  await expect.poll(async () => (await drawn(page)).includes(4096)).toBe(true);
  // Of sixty items, only those near the visible part have an element.
  expect((await drawn(page)).length).toBeLessThan(20);
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(tileOf(page, 'Cover 59')).toBeAttached({ timeout: 300 });
  }).toPass();
  const last = tileOf(page, 'Cover 59');
  await last.scrollIntoViewIfNeeded();
  const width = () => last.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(4096);
  expect((await seen()).crashes).toBe(0);
});

test('limits the memory for a long list of covers of the largest size', { tag: '@story' }, async ({
  seller,
  launchAlcove,
}) => {
  const { app, page } = await openLarge(seller, launchAlcove, 60);
  const seen = await watchPage(app);
  await visit(page, 'Store');
  await expect.poll(async () => (await drawn(page)).includes(4096)).toBe(true);
  for (let n = 0; n < 40; n += 1) {
    await page.mouse.wheel(0, 150);
    await page.waitForTimeout(100);
  }
  await expect(tileOf(page, 'Cover 59')).toBeVisible();
  await expect.poll(async () => [...new Set(await drawn(page))]).toEqual([4096]);
  const { crashes, megabytes } = await seen();
  expect(crashes).toBe(0);
  expect(megabytes).toBeLessThan(max);
});
