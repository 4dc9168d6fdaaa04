import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import {
  collectionDetails,
  collectionList,
} from '../../../src/contract/dashboard-api/library/collections.ts';
import { exifOf, pngChunk, pngOf } from '../../support/pictures.ts';
import { breaches } from '../support/accessibility.ts';
import { dropFolder } from '../support/drop-folder.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { focusIsIn } from '../support/keyboard.ts';
import { tone } from '../support/made-files.ts';
import { inEachView, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { goTo } from '../viewer/viewed.ts';

const given = sharedAlcove({ startsEmpty: true });

/** Stores a file; only its media type matters here. */
async function store({ askLocal }: LaunchedAlcove, name: string, size = 100): Promise<void> {
  const type = name.endsWith('.mp3') ? 'audio/mpeg' : 'text/plain';
  const headers = { 'Content-Type': type, 'X-File-Name': Buffer.from(name).toString('base64') };
  const response = await askLocal('/local/content', {
    method: 'POST',
    headers,
    body: name.padEnd(size, '.'),
  });
  expect(response.status).toBe(201);
}

test('leads from one item of a list to the next, by buttons and arrow keys', async () => {
  const alcove = given();
  const { page } = alcove;
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await store(alcove, name);
  await visit(page, 'Library');
  const heading = page.getByRole('heading', { level: 1 });
  const [previous, next] = [
    page.getByRole('button', { name: 'Previous item' }),
    page.getByRole('button', { name: 'Next item' }),
  ];
  await page.getByRole('link', { name: /^Open two/ }).click();
  await expect(heading).toHaveText(/^two/);
  await next.click();
  await expect(heading).toHaveText(/^one/);
  // The end of the list keeps the focus, so that the other direction is near.
  await expect(next).toBeFocused();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('status').filter({ hasText: /^one/ })).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(heading).toHaveText(/^two/);
  await page.keyboard.press('ArrowLeft');
  await expect(heading).toHaveText(/^three/);
  await expect(previous).toHaveAttribute('aria-disabled', 'true');

  // Tabs use the keys themselves.
  await page.getByRole('tab', { name: 'About' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Sharing and sale' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Sharing' })).toContainText('Only you can open it');
  await expect(heading).toHaveText(/^three/);
  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  await expect(heading).toHaveText('Library');

  // Also when the list changes before the item, by one and by many.
  await page.getByRole('link', { name: /^Open two/ }).click();
  await store(alcove, 'four.txt');
  await next.click();
  await expect(heading).toHaveText(/^one/);
  for (const name of ['five.txt', 'six.txt', 'seven.txt']) await store(alcove, name);
  for (const name of ['two', 'three', 'four', 'five', 'six', 'seven']) {
    await previous.click();
    await expect(heading).toHaveText(new RegExp(`^${name}`));
  }
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
});

const idsPath = '**/local/content-ids?*';

/** Holds requests for parts of lists back. */
function idsOf(page: Page) {
  const held: (() => void)[] = [];
  const hold = (isHeld: (limit: number) => boolean) =>
    page.route(idsPath, async (route) => {
      const limit = Number(new URL(route.request().url()).searchParams.get('limit'));
      if (isHeld(limit)) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
  const release = async (): Promise<void> => {
    await page.unroute(idsPath);
    for (const resume of held.splice(0)) resume();
  };
  return { held, hold, release };
}

test('makes no late step to another item below a dialog or menu', async () => {
  const alcove = given();
  const { page } = alcove;
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await store(alcove, name);
  const heading = page.getByRole('heading', { level: 1 });
  const { held, hold, release } = idsOf(page);
  for (const [from, step, opener, role] of [
    ['three', 'Next item', /^Share/, 'dialog'],
    ['one', 'Previous item', /^Actions for/, 'menu'],
  ] as const) {
    await visit(page, 'Library');
    await hold(() => true);
    await page.getByRole('link', { name: new RegExp(`^Open ${from}`) }).click();
    await expect(heading).toHaveText(new RegExp(`^${from}`));
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: step }).click();
    await page.getByRole('main').getByRole('button', { name: opener }).click();
    await expect(page.getByRole(role)).toBeVisible();
    const answered = page.waitForResponse(idsPath);
    await release();
    await answered;
    await expect(heading).toHaveText(new RegExp(`^${from}`));
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toHaveCount(0);
    await page.getByRole('button', { name: step }).click();
    await expect(heading).toHaveText(/^two/);
  }
});

test('loses no step to another item while its list is read', async () => {
  const alcove = given();
  const { page } = alcove;
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await store(alcove, name);
  await visit(page, 'Library');
  const heading = page.getByRole('heading', { level: 1 });
  const { held, hold, release } = idsOf(page);

  // Before the list is known.
  await hold(() => true);
  await page.getByRole('link', { name: /^Open three/ }).click();
  await expect(heading).toHaveText(/^three/);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Next item' }).click();
  await expect(heading).toHaveText(/^three/);
  await release();
  await expect(heading).toHaveText(/^two/);
  await expect(page.getByRole('button', { name: 'Next item' })).toBeFocused();

  // After a change has moved the item, before its new place is known.
  await hold((limit) => limit > 3);
  await store(alcove, 'four.txt');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.keyboard.press('ArrowRight');
  await expect(heading).toHaveText(/^one/);
  await release();
  await expect(page.getByRole('button', { name: 'Next item' })).toHaveAttribute('aria-disabled', 'true');
});

test('shows the title of a tile or row while its item is loaded', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'gull.mp3');
  await store(alcove, 'heron.txt');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/local/items/*', async (route) => {
    await held;
    await route.continue();
  });
  const heading = page.getByRole('heading', { level: 1 });
  await visit(page, 'Library');
  await page.getByRole('link', { name: /^Open heron/ }).click();
  await expect(heading).toHaveText('heron.txt');
  await expect(page.getByRole('tab', { name: 'About' })).toHaveCount(0);

  await visit(page, 'Library');
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Music' }).click();
  await page.getByRole('list', { name: 'Your files' }).getByRole('link').click();
  await expect(heading).toHaveText('gull');
  await expect(page.getByRole('tab', { name: 'About' })).toHaveCount(0);
  release();
  await expect(page.getByRole('tab', { name: 'About' })).toBeVisible();
});

test('sorts, selects, deletes and restores files by keyboard', async () => {
  const alcove = given();
  const { page } = alcove;
  for (const [at, name] of ['b.mp3', 'd.mp3', 'a.mp3', 'c.mp3', 'e.mp3'].entries()) {
    await store(alcove, name, 100 + at);
  }
  await store(alcove, 'note.txt');
  await visit(page, 'Library');
  await expect(page.getByRole('table', { name: 'Your files' }).getByRole('row')).toHaveCount(7);

  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Music' }).click();
  const grid = page.getByRole('list', { name: 'Your files' });
  const links = grid.getByRole('link');
  await expect(links).toHaveText([/^e,/, /^c,/, /^a,/, /^d,/, /^b,/]);

  await page.getByRole('button', { name: 'Sort by: Added' }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Title' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sort by: Title' })).toBeFocused();
  await expect(links).toHaveText([/^a,/, /^b,/, /^c,/, /^d,/, /^e,/]);

  // Space selects, arrows move, Shift is for the mouse only.
  await links.first().focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await expect(grid.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(bar).not.toBeAttached();
  await page.keyboard.press('Control+a');
  await expect(bar.getByRole('status')).toHaveText('5 selected');
  await page.keyboard.press('Escape');

  // A range by mouse: a click opens nothing while something is selected.
  await links.nth(1).click({ modifiers: ['ControlOrMeta'] });
  await links.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await links.nth(3).click();
  await expect(bar.getByRole('status')).toHaveText('2 selected');

  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(links).toHaveText([/^a,/, /^d,/, /^e,/]);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(page.getByText('2 files moved to Trash')).toBeVisible();
  await undo.press('Enter');
  await expect(links).toHaveCount(5);
  await expect(undo).not.toBeAttached();
  await links.nth(2).focus();
  for (const key of ['Space', 'Delete']) await page.keyboard.press(key);
  await expect(links).toHaveCount(4);
  await expect(undo).toBeFocused();
  // The toast covers no button of the next selection.
  const size = page.viewportSize();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await links.first().focus();
    await page.keyboard.press('Space');
    for (const button of await bar.getByRole('button').all()) await button.click({ trial: true });
    await expect(undo).toBeVisible();
    await page.keyboard.press('Escape');
  }
  if (size) await page.setViewportSize(size);
  await undo.press('Enter');
  await expect(links).toHaveCount(5);

  // The view is remembered for this kind.
  await page.getByRole('button', { name: 'Show as list' }).press('Enter');
  const table = page.getByRole('table', { name: 'Your files' });
  await expect(table.getByRole('link')).toHaveText(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3', 'e.mp3']);
  await page.reload();
  await expect(table.getByRole('link')).toHaveText(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3', 'e.mp3']);

  await table.getByRole('link').first().focus();
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(table.getByRole('link')).toHaveCount(3);

  await visit(page, 'Trash');
  const trash = page.getByRole('table', { name: 'Files in Trash' });
  await expect(trash.getByRole('row')).toHaveCount(3);
  await expect(undo).not.toBeAttached();
  await expect(trash).toContainText('30 days left');
  const search = page.getByRole('searchbox', { name: 'Search by name or title' });
  await search.fill('b.mp');
  await expect(trash.getByRole('row')).toHaveCount(2);
  await expect(trash).toContainText('b.mp3');
  await search.fill('nowhere');
  await expect(page.getByText('No files found')).toBeVisible();
  await search.fill('');
  await expect(trash.getByRole('row')).toHaveCount(3);
  await trash.getByRole('button', { name: 'Restore a.mp3' }).press('Enter');
  await expect(trash.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Empty Trash' }).press('Enter');
  await focusIsIn(page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for ever' }).press('Enter');
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await visit(page, 'Library');
  await expect(page.getByRole('table', { name: 'Your files' }).getByRole('row')).toHaveCount(6);
});

test('loads the rows of a long list wherever they are shown, as a list and as tiles', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  const count = 120;
  for (let n = 1; n <= count; n += 1) await store(alcove, `${n}.txt`);
  await visit(page, 'Library');
  const list = page.getByRole('table', { name: 'Your files' });
  await expect(list).toHaveAttribute('aria-rowcount', `${count + 1}`);
  await page.keyboard.press('End');
  await expect(list.getByRole('row', { name: /Select 1\.txt/ })).toBeInViewport();
  await page.keyboard.press('Home');

  await page.getByRole('button', { name: 'Show as grid' }).click();
  const grid = page.getByRole('list', { name: 'Your files' });
  const tileOf = (n: number) => grid.getByRole('link', { name: new RegExp(`^${n}\\b`) });
  await expect(tileOf(count)).toBeInViewport();
  await page.keyboard.press('End');
  await expect(tileOf(1)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(tileOf(count)).toBeInViewport();
});

test('shows photos by month, and adds tiles to the collections they are dropped on', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const post = (path: string, body: object) =>
    askLocal(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  await post('/local/collections', { kind: 'folder', title: 'Harbour' });
  const dates = ['2026:05:30 10:00:00', '2026:05:01 09:00:00', '2025:12:24 18:00:00'];
  for (const [n, date] of dates.entries()) {
    const bytes = pngOf(40 + n, 30, [pngChunk('eXIf', exifOf(date))]);
    const name = Buffer.from(`photo ${n}.png`).toString('base64');
    const headers = { 'Content-Type': 'image/png', 'X-File-Name': name };
    await askLocal('/local/content', { method: 'POST', headers, body: bytes });
  }
  await visit(page, 'Library');
  const tabs = page.getByRole('navigation', { name: 'Library' });
  await expect(tabs.getByRole('link', { name: 'All 3' })).toBeVisible();
  await tabs.getByRole('link', { name: 'Photos 3' }).click();
  const grid = page.getByRole('list', { name: 'Your files' });
  // Thumbnails and dates are made meanwhile.
  await expect(grid.getByRole('heading')).toHaveText(['May 2026', 'December 2025']);
  await expect(grid.getByRole('link')).toHaveText([/photo 0/, /photo 1/, /photo 2/]);

  await grid.getByRole('link').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(grid.getByRole('link').nth(2)).toBeFocused();
  await page.getByRole('button', { name: 'Jump to' }).press('Enter');
  await page.getByRole('menuitem', { name: /December 2025/ }).press('Enter');
  await expect(grid.getByRole('heading', { name: 'December 2025' })).toBeFocused();

  await page.getByRole('button', { name: 'Show as list' }).click();
  const table = page.getByRole('table', { name: 'Your files' });
  await expect(table.getByRole('heading')).toHaveText(['May 2026', 'December 2025']);
  await page.getByRole('button', { name: 'Show as grid' }).click();
  // A phone has space for all controls of the list in one line.
  await page.setViewportSize({ width: 390, height: 844 });
  const topOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y;
  await expect.poll(async () => (await topOf('Select files')) === (await topOf('Jump to'))).toBe(true);
  await page.setViewportSize({ width: 1200, height: 800 });

  const search = page.getByRole('searchbox', { name: 'Search by name or month' });
  await search.fill('May');
  await expect(grid.getByRole('heading')).toHaveText(['May 2026']);
  await expect(grid.getByRole('link')).toHaveText([/photo 0/, /photo 1/]);
  await search.fill('');
  await expect(grid.getByRole('link')).toHaveCount(3);

  await grid.getByRole('link', { name: /photo 2/ }).click();
  await expect(page.getByRole('main').getByText(/^Image · 24 Dec 2025/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Photos' }).click();
  await expect(grid.getByRole('link')).toHaveCount(3);

  await grid.getByRole('link').first().hover();
  await page.mouse.down();
  await page.mouse.move(10, 10, { steps: 3 });
  const target = page.getByRole('group', { name: 'Drop onto a collection' }).getByText('Harbour');
  await target.hover();
  await target.hover();
  await page.mouse.up();
  await expect(page.getByText('1 file added to “Harbour”')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Drop onto a collection' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Show collection' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show collection' })).toBeHidden();
});

test('finds photos by month, and pages by what they are for, in the search of the header', async () => {
  const { page, askLocal } = given();
  const headers = { 'Content-Type': 'image/png', 'X-File-Name': Buffer.from('gulls.png').toString('base64') };
  const body = pngOf(40, 30, [pngChunk('eXIf', exifOf('2026:05:30 10:00:00'))]);
  await askLocal('/local/content', { method: 'POST', headers, body });
  await visit(page, 'Library');
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Photos' }).click();
  await expect(page.getByRole('heading', { name: 'May 2026' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.fill('may 2026');
  await expect(page.getByRole('option', { name: /^gulls/ })).toContainText('30 May 2026');
  await search.fill('disk');
  await page.getByRole('option', { name: 'Storage Page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await search.fill('earned');
  await expect(page.getByRole('option', { name: 'Storage Page' })).toHaveCount(0);
  await search.fill('may 2026');
  await expect(page.getByRole('option', { name: /^gulls/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'gulls' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await search.fill('may');
  await page.getByRole('option', { name: 'Photos: may' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search by name or month' })).toHaveValue('may');
});

test('selects files by touch on a phone, in a list and as tiles', async () => {
  const alcove = given();
  const { page } = alcove;
  for (const name of ['c.txt', 'b.txt', 'a.txt']) await store(alcove, name);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, 'Library');
  const session = await page.context().newCDPSession(page);
  const touch = async (one: Locator) => {
    const { x = 0, y = 0, height = 0 } = (await one.boundingBox()) ?? {};
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: x + 5, y: y + height / 2 }],
    });
  };
  const release = () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const tap = async (one: Locator) => {
    await touch(one);
    await release();
  };
  const link = (name: string) =>
    page.getByRole('main').getByRole('link', { name: new RegExp(`\\b${name}\\b`) });
  const box = page.getByRole('checkbox', { name: 'Select a.txt' });
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  const status = bar.getByRole('status');

  const start = page.getByRole('button', { name: 'Select files' });
  for (const view of ['list', 'grid']) {
    if (view === 'grid') await page.getByRole('button', { name: 'Show as grid' }).click();
    await tap(start);
    await expect(status).toHaveText('Choose files');
    await expect(box).toBeInViewport();
    await tap(link('a'));
    await tap(link('b'));
    await expect(status).toHaveText('2 selected');
    await tap(link('a'));
    await tap(link('b'));
    await expect(status).toHaveText('Choose files');
    await tap(bar.getByRole('button', { name: 'Clear selection' }));
    await expect(bar).toHaveCount(0);
    await expect(start).toHaveAttribute('aria-pressed', 'false');

    // The same button ends the selection.
    await tap(start);
    await tap(link('a'));
    await expect(status).toHaveText('1 selected');
    await tap(start);
    await expect(bar).toHaveCount(0);

    await touch(link('c'));
    await expect(status).toHaveText('1 selected');
    await release();
    await tap(link('b'));
    await expect(status).toHaveText('2 selected');
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
  }
  // Systems may ask for their menu before the long press of the app.
  await touch(link('a'));
  const isRefused = await link('a').evaluate(
    (one) => !one.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  expect(isRefused).toBe(true);
  await expect(status).toHaveText('1 selected');
  await release();
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
});

test('scrolls to new uploads, and not when others are removed from their list', async () => {
  const { page, askLocal } = given();
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ kind: 'album', title: 'Harbour' });
  const made = await askLocal('/local/collections', { method: 'POST', headers, body });
  const { id } = collectionDetails.parse(await made.json());
  await goTo(page, `/collection/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await page.addStyleTag({ content: 'body { padding-bottom: 2000px }' });
  await page.setViewportSize({ width: 1200, height: 560 });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/local/content?*', async (route) => {
    if (route.request().postData() === 'slow') await held;
    await route.continue();
  });
  const files = ['slow', 'fast'].map((text) => ({
    name: `${text}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  }));
  await page.getByRole('main').getByLabel('Files to add').first().setInputFiles(files);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect.poll(scrolled).toBeGreaterThan(0);
  const panel = page.getByRole('region', { name: 'Adding files' });
  const clear = panel.getByRole('button', { name: 'Clear finished' });
  await expect(clear).toBeVisible();
  await clear.focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.press('Enter');
  await expect(panel.getByText('fast.txt')).toHaveCount(0);
  expect(await scrolled()).toBe(0);
  release();
  await expect(panel.getByText('Added')).toBeVisible();
});

test('shows the actions for selected files in one line of a narrow window, and in two of the narrowest', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'a.mp3');
  await visit(page, 'Library');
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Music' }).click();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('list', { name: 'Your files' }).getByRole('link').focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  const boxes = await Promise.all(
    ['Play', 'Add to…', 'Share', 'Download', 'Delete'].map((name) =>
      bar.getByRole('button', { name, exact: true }).boundingBox(),
    ),
  );
  expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(1);
  expect((await bar.boundingBox())?.height).toBeLessThan(110);

  await page.evaluate(() => localStorage.setItem('alcove.language', 'ru'));
  await page.reload();
  await page.getByRole('list', { name: 'Ваши файлы' }).getByRole('link').focus();
  await page.keyboard.press('Space');
  const actions = page.getByRole('toolbar', { name: 'Выбранные файлы' }).locator('.mantine-Button-root');
  await expect(actions).toHaveCount(5);
  const tops = () => actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  expect(new Set(await tops()).size).toBe(1);
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(async () => new Set(await tops()).size).toBe(2);
  const labels = actions.locator('.mantine-Button-label');
  const shown = await labels.evaluateAll((all) =>
    all.map((one) => [getComputedStyle(one).fontSize, one.clientHeight < 20]),
  );
  expect(shown).toEqual(Array(5).fill(['12px', true]));
  await take(page, 'selection-bar', 'narrow');
});

test('shows one button of a collection and the other actions in its menu on a phone', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page, askLocal, dashboardUrl } = alcove;
  const headers = { 'Content-Type': 'application/json' };
  const sound = { 'Content-Type': 'audio/wav', 'X-File-Name': Buffer.from('a.wav').toString('base64') };
  await askLocal('/local/content', { method: 'POST', headers: sound, body: new Uint8Array(tone(5)) });
  const { content_ids: ids } = await (await askLocal('/local/content-ids')).json();
  const made = await askLocal('/local/collections', {
    method: 'POST',
    headers,
    body: JSON.stringify({ kind: 'album', title: 'Harbour' }),
  });
  const { id } = collectionDetails.parse(await made.json());
  const entries = (ids as string[]).map((one) => ({ content_id: one }));
  await askLocal(`/local/collections/${id}/entries`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ entries }),
  });
  await page.evaluate(() => localStorage.setItem('alcove.language', 'ru'));
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${dashboardUrl}/collection/${id}`);
  const main = page.getByRole('main');
  const menu = main.getByRole('button', { name: 'Действия: Harbour' });
  const play = await main.getByRole('button', { name: 'Слушать', exact: true }).boundingBox();
  const dots = await menu.boundingBox();
  expect(play?.height).toBe(40);
  expect(dots).toMatchObject({ y: play?.y, height: 40 });
  await menu.click();
  for (const name of ['В случайном порядке', 'Поделиться']) {
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  const entry = page.locator('footer').getByRole('link', { name: 'Библиотека' });
  await expect(entry).toHaveAttribute('aria-current', 'true');
});

test('keeps the current tab in view when the counts of other tabs appear in a narrow window', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'b.mp3');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${alcove.dashboardUrl}/library/trash`);
  const tabs = page.getByRole('navigation', { name: 'Library' });
  await expect(tabs.getByRole('link', { name: /^Music \d/ })).toBeAttached();
  await expect(tabs.getByRole('link', { name: 'Trash' })).toBeInViewport({ ratio: 0.95 });
  // Shadows that stay, and covers that move with the tabs, show where more tabs follow.
  const attached = await tabs.evaluate((one) => getComputedStyle(one).backgroundAttachment);
  expect(attached).toBe('local, local, scroll, scroll');
});

test('keeps the header in its place on pages of any length, and below dialogs', async () => {
  const { page, dashboardUrl } = given();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const help = page.locator('header a[href="/help"]');
  const place = () => help.evaluate((link) => link.getBoundingClientRect().right);
  // Loaded anew, because the scrollbar of a longer page goes a moment later.
  await page.goto(`${dashboardUrl}/library/trash`);
  await expect(heading('Trash')).toBeVisible();
  const before = await place();
  await visit(page, 'Advanced');
  await expect(heading('Advanced')).toBeVisible();
  const scrolled = () =>
    page.evaluate(() => {
      window.scrollTo(0, 500);
      return window.scrollY;
    });
  await expect.poll(scrolled).toBe(500);
  expect(await place()).toBe(before);
  await visit(page, 'Collections');
  await page.getByRole('button', { name: 'New collection' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await place()).toBe(before);
  await page.keyboard.press('Escape');
});

test('marks the entry that an item belongs to, and leads back to Home', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'harbour note.txt');
  await page.goto(alcove.dashboardUrl);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'harbour note' }).click();
  const entries = page.getByRole('navigation', { name: 'Main' });
  await expect(entries.getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'true');
  await main.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();

  await page.keyboard.press('Control+K');
  await page.keyboard.type('harbour');
  await page.getByRole('option', { name: /harbour note/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'harbour note' })).toBeVisible();
  await main.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

const rows = (page: Page, title: string) =>
  page.getByRole('list', { name: `Items of ${title}` }).getByRole('listitem');

test('makes a collection of a dropped folder, and orders and copies its entries by keyboard', {
  tag: '@story',
}, async ({ temporaryFolder }) => {
  const { page, askLocal, dashboardUrl } = given();
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
  await focusIsIn(preview);
  // The second click adds nothing.
  await preview.getByRole('button', { name: 'Add' }).dblclick();
  await expect(preview).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();

  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('link', { name: 'Collections' }).click();
  const nested = page.getByRole('region', { name: 'In other collections' });
  await expect(nested.getByRole('link')).toHaveText([/Live.*In “Harbour”/]);
  await page.getByRole('link', { name: /^Harbour/ }).press('Enter');
  await expect(rows(page, 'Harbour')).toHaveText([/Live/, /track 1\b/, /track 2/, /track 10/]);

  const handle = page.getByRole('button', { name: 'Move track 10.txt' });
  await handle.focus();
  // The second move begins while the first one is being saved.
  const isReleased = Promise.withResolvers<void>();
  await page.route('**/entries/move', (route) => isReleased.promise.then(() => route.continue()));
  await handle.press('ArrowUp');
  await handle.press('ArrowUp');
  await expect(page.getByRole('status').getByText('track 10.txt is now 2 of 4')).toBeAttached();
  isReleased.resolve();
  await expect(rows(page, 'Harbour')).toHaveText([/Live/, /track 10/, /track 1\b/, /track 2/]);
  await handle.press('ArrowDown');
  await expect(page.getByRole('status').getByText('track 10.txt is now 3 of 4')).toBeAttached();
  await expect(handle).toBeFocused();
  await expect(rows(page, 'Harbour')).toHaveText([/Live/, /track 1\b/, /track 10/, /track 2/]);
  expect(await breaches(page)).toEqual([]);

  await page.getByRole('button', { name: 'Actions for track 1.txt' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove from collection' }).press('Enter');
  await expect(rows(page, 'Harbour')).toHaveCount(3);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  const entriesPath = '**/local/collections/*/entries';
  await page.route(entriesPath, (route) => route.abort());
  await undo.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'The node doesn’t answer' })).toBeVisible();
  await expect(undo).toBeFocused();
  await page.unroute(entriesPath);
  await undo.press('Enter');
  await expect(rows(page, 'Harbour')).toHaveText([/Live/, /track 1\b/, /track 10/, /track 2/]);
  const restored = page.getByRole('alert').filter({ hasText: '“track 1.txt” is back in the collection' });
  await expect(restored).toBeVisible();
  await expect(rows(page, 'Harbour').getByRole('link', { name: 'track 1.txt' })).toBeFocused();

  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for encore.txt' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Add to collection…' }).press('Enter');
  const addTo = page.getByRole('dialog', { name: 'Add 1 file to collection' });
  await focusIsIn(addTo);
  await addTo.getByRole('button', { name: 'New collection…' }).press('Enter');
  await expect(addTo.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Evening');
  await page.keyboard.press('Enter');
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
  await expect(page).toHaveURL(/\/library\/music$/);
});

test('moves and restores entries of a long collection beside those that are not loaded', async () => {
  const { page, askLocal } = given();
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await askLocal(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { id: string };
  };
  const { id } = await post('/local/collections', { kind: 'playlist', title: 'Long' });
  const parts: { collection_id: string }[] = [];
  for (let n = 1; n <= 101; n += 1) {
    const part = await post('/local/collections', { kind: 'playlist', title: `Part ${n}` });
    parts.push({ collection_id: part.id });
  }
  await post(`/local/collections/${id}/entries`, { entries: parts });

  await visit(page, 'Collections');
  await page.getByRole('link', { name: /^Long/ }).press('Enter');
  await expect(rows(page, 'Long')).toHaveCount(100);
  const handle = (n: number) => page.getByRole('button', { name: `Move Part ${n}.` });
  await handle(99).press('ArrowDown');
  await handle(98).press('ArrowDown');
  await expect(page.getByRole('status').getByText('Part 98 is now 99 of 101')).toBeAttached();

  await page.getByRole('button', { name: 'Actions for Part 100' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove from collection' }).press('Enter');
  await expect(rows(page, 'Long').getByRole('link', { name: 'Part 100' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('“Part 100” is back in the collection')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  for (const [n, title] of [/Part 99/, /Part 98/, /Part 100/, /Part 101/].entries())
    await expect(rows(page, 'Long').nth(97 + n)).toContainText(title);
});

const check = (page: Page, what: string) => inEachView(page, (view) => take(page, what, view));

test('watches a folder that was chosen in the system’s dialog', { tag: '@story' }, async ({
  temporaryFolder,
}) => {
  const { app, page, dashboardUrl } = given();
  const folder = join(temporaryFolder(), 'Harbour');
  mkdirSync(join(folder, 'Live'), { recursive: true });
  for (const name of ['low tide.mp3', 'Live/encore.jpg', '.hidden', 'film.mp4.part']) {
    writeFileSync(join(folder, name), `Bytes of ${name}`);
  }
  await app.evaluate(({ dialog: systemDialogs }, path) => {
    systemDialogs.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);

  await page.goto(`${dashboardUrl}/settings/folders`);
  await expect(page.getByText('No watched folders')).toBeVisible();
  await check(page, 'watched-folders-empty');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Watch a folder…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Watch “Harbour”' });
  await expect(dialog).toContainText('2 files · 45 bytes');
  await expect(dialog.getByRole('list', { name: 'Left out' })).toContainText('1 hidden: .hidden');
  await expect(dialog.getByRole('list', { name: 'Left out' })).toContainText('film.mp4.part');
  await check(page, 'watched-folders-dialog');
  await dialog.getByRole('radio', { name: 'Mirror' }).check();
  await dialog.getByRole('button', { name: 'Add and watch' }).press('Enter');

  const card = page.getByRole('region', { name: 'Harbour' });
  await expect(card).toContainText('Watching · 2 files · Mirror');
  await expect(page.getByRole('dialog')).toBeHidden();
  await check(page, 'watched-folders');

  const away = join(temporaryFolder(), basename(folder));
  renameSync(folder, away);
  await page.getByRole('button', { name: 'Actions for Harbour' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Scan now' }).press('Enter');
  await expect(card).toContainText('Needs attention');
  await expect(card).toContainText('Alcove can’t read this folder');
  renameSync(away, folder);
  for (const name of ['low tide.mp3', 'Live']) rmSync(join(folder, name), { recursive: true });
  await page.getByRole('button', { name: 'Actions for Harbour' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Scan now' }).press('Enter');
  await expect(card).toContainText('2 files are gone');
  await check(page, 'watched-folders-problem');
  await card.getByRole('button', { name: 'I deleted them…' }).press('Enter');
  await focusIsIn(page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Move to Trash' }).press('Enter');
  await expect(card).toContainText('Watching · 0 files · Mirror');

  await page.getByRole('button', { name: 'Actions for Harbour' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Stop watching…' }).press('Enter');
  await focusIsIn(page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Stop watching' }).press('Enter');
  await expect(page.getByText('No watched folders')).toBeVisible();
});
