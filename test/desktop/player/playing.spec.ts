import type { Page } from '@playwright/test';
import { collectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { json } from '../../support/node/start-test-node.ts';
import { breaches } from '../support/accessibility.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { tone } from '../support/made-files.ts';
import { menuItem } from '../support/menu.ts';
import { visit } from '../support/visit.ts';
import { film } from '../viewer/film.ts';
import { goTo, play, store } from '../viewer/viewed.ts';

const given = sharedAlcove({ startsEmpty: true });

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const position = (page: Page) => bar(page).getByRole('slider', { name: 'Position' });
const plays = (page: Page, title: string) =>
  expect(bar(page).getByRole('link', { name: title })).toBeVisible();
/** In seconds. */
const timeOf = async (page: Page) => Number(await position(page).inputValue());

/** The document of the frame that plays, which a frame that was loaded again would lose. */
const mark = (page: Page) =>
  page.locator('iframe[allow="autoplay"]').evaluateHandle((frame: HTMLIFrameElement) => frame.contentWindow);
const isSame = async (page: Page, before: Awaited<ReturnType<typeof mark>>) =>
  page
    .locator('iframe[allow="autoplay"]')
    .evaluate((frame: HTMLIFrameElement, earlier) => frame.contentWindow === earlier, before);

test('tracks play on through other pages to the next one, and a reload keeps queue and position', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'Low tide.wav', 'audio/wav', tone(600));
  await store(alcove, 'letter.txt', 'text/plain', Buffer.from('not played'));
  await store(alcove, 'Morning song.wav', 'audio/wav', tone(590));
  const start = page.getByRole('button', { name: 'Play Morning song' });
  await start.focus();
  await page.keyboard.press('Space');
  await plays(page, 'Morning song');
  const frame = page.frameLocator('iframe[allow="autoplay"]');
  await expect(frame.locator('audio')).toBeAttached();
  const before = await mark(page);
  await visit(page, 'Library');
  // It is disabled until the length is known.
  await expect(position(page)).toBeEnabled();
  await position(page).press('End');

  await plays(page, 'Low tide');
  expect(await isSame(page, before)).toBe(true);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
  const system = await (
    await (await page.locator('iframe[allow="autoplay"]').elementHandle())?.contentFrame()
  )?.evaluate(() => navigator.mediaSession.metadata?.title);
  expect(system).toBe('Low tide');

  await position(page).focus();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => timeOf(page)).toBeGreaterThan(20);
  await button(page, 'Pause').press('Space');
  await expect(button(page, 'Play')).toBeFocused();
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^\d:\d\d of 10:00$/);
  expect(await breaches(page)).toEqual([]);

  await page.reload();
  await plays(page, 'Low tide');
  await expect(button(page, 'Play')).toBeVisible();
  expect(await timeOf(page)).toBeGreaterThan(20);
  await expect(page.locator('iframe[allow="autoplay"]')).toHaveCount(0);
  await button(page, 'Show queue').press('Enter');
  const queue = page.getByRole('dialog', { name: 'Queue' });
  const rows = queue.getByRole('list', { name: 'Queue' }).getByRole('listitem');
  await expect(rows).toHaveText([/Morning song/, /Low tide/]);
  await expect(queue.getByRole('button', { name: 'Close' })).toBeFocused();
  // That of the button which opened the queue closes after a moment.
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  expect(await breaches(page)).toEqual([]);
  await queue.getByRole('button', { name: 'Actions for Low tide' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
  await expect(rows).toHaveText([/Low tide/, /Morning song/]);
  await page.keyboard.press('Escape');
  await expect(queue).toBeHidden();
  await button(page, 'Play').press('Enter');
  const audio = page.frameLocator('iframe[allow="autoplay"]').locator('audio');
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(20.5);

  // A selection is played in its order, without what is no track.
  await visit(page, 'Library');
  const files = page.getByRole('table', { name: 'Your files' });
  for (const name of ['letter', 'Morning song', 'Low tide']) {
    await files.getByRole('row', { name }).getByRole('checkbox').check();
  }
  const selected = page.getByRole('toolbar', { name: 'Selected files' });
  await selected.getByRole('button', { name: 'Play' }).press('Enter');
  await plays(page, 'Morning song');
  await button(page, 'Show queue').press('Enter');
  await expect(rows).toHaveText([/Morning song/, /Low tide/]);
});

/** Makes an album of songs and opens it. */
async function openAlbum(alcove: LaunchedAlcove, names: readonly string[]): Promise<void> {
  const { page, askLocal } = alcove;
  const entries: { content_id: string }[] = [];
  for (const [index, name] of names.entries()) {
    entries.push({ content_id: await store(alcove, `${name}.wav`, 'audio/wav', tone(60 + index)) });
  }
  const album = { kind: 'album', title: 'Harbour' };
  const made = await askLocal('/local/collections', { method: 'POST', ...json(album) });
  const { id } = collectionDetails.parse(await made.json());
  await askLocal(`/local/collections/${id}/entries`, { method: 'POST', ...json({ entries }) });
  await goTo(page, `/collection/${id}`);
}

test('marks the current track in lists, also while it is paused', async () => {
  const alcove = given();
  const { page } = alcove;
  await openAlbum(alcove, ['Low tide', 'Morning song']);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await plays(page, 'Low tide');
  const marked = (role: 'listitem' | 'row', name: 'Playing' | 'Paused') =>
    page
      .getByRole('main')
      .getByRole(role)
      .filter({ has: page.getByRole('img', { name, exact: true }) });
  await expect(marked('listitem', 'Playing')).toHaveText([/Low tide/]);
  await button(page, 'Next').click();
  await expect(marked('listitem', 'Playing')).toHaveText([/Morning song/]);
  await button(page, 'Pause').click();
  await expect(marked('listitem', 'Paused')).toHaveText([/Morning song/]);
  await expect(marked('listitem', 'Playing')).toHaveCount(0);

  await visit(page, 'Library');
  await expect(marked('row', 'Paused')).toHaveText([/Morning song/]);
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Music' }).click();
  const tiles = page.getByRole('list', { name: 'Your files' });
  await expect(tiles.getByRole('link', { name: /Paused/ })).toHaveText([/Morning song/]);
  await button(page, 'Play').click();
  await expect(tiles.getByRole('link', { name: /Playing/ })).toHaveText([/Morning song/]);
  expect(await breaches(page)).toEqual([]);
});

test('names and skips a broken track, and removes a deleted one from the queue', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  const id = await store(alcove, 'Evening.wav', 'audio/wav', tone(60));
  await store(alcove, 'Broken.wav', 'audio/wav', Buffer.alloc(5000, 7));
  await page.getByRole('button', { name: 'Play Broken' }).press('Enter');
  await expect(bar(page).getByRole('alert')).toHaveText('Can’t be played');
  await plays(page, 'Evening');
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
  await expect(bar(page).getByRole('alert')).toHaveCount(0);
  await alcove.askLocal(`/local/content/${id}`, { method: 'DELETE' });
  await plays(page, 'Broken');
});

const box = async (page: Page) =>
  (await page.locator('iframe[allow="autoplay"]').boundingBox()) ?? { x: 0, y: 0, width: 0 };

async function isPaused({ page }: LaunchedAlcove): Promise<boolean> {
  return page
    .frameLocator('iframe[allow="autoplay"]')
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.paused);
}

test('shrinks a film to a small window outside its page, and enlarges it there again', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  await play(alcove, 'Harbour.webm', 'video/webm', await film(page, 5000));
  await page.getByRole('main').focus();
  const before = await mark(page);
  const large = await box(page);
  expect(large.width).toBeGreaterThan(500);

  await visit(page, 'Library');
  const back = page.getByRole('link', { name: 'Back to Harbour' });
  await expect(back).toBeVisible();
  const small = await box(page);
  expect(small.width).toBeLessThan(330);
  await page.getByRole('button', { name: 'Move to another corner' }).press('Enter');
  expect((await box(page)).x).toBeLessThan(small.x);
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  expect(await breaches(page)).toEqual([]);
  await back.press('Enter');
  await expect.poll(async () => (await box(page)).width).toBe(large.width);
  expect(await isSame(page, before)).toBe(true);

  await visit(page, 'Library');
  await page.getByRole('button', { name: 'Close video' }).press('Enter');
  await expect(back).toBeHidden();
  await expect.poll(() => isPaused(alcove)).toBe(true);
  await button(page, 'Play').press('Enter');
  await expect(back).toBeVisible();
});

/** Makes the page receive what the browser reports about the visible part of films only on `release`, all at once. */
const holdIntersections = (page: Page) =>
  page.addInitScript(() => {
    const held: IntersectionObserverEntry[] = [];
    let release = () => {};
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          // Others are those of tiles, which have no threshold.
          if (options?.threshold === undefined) return report(entries, observer);
          held.push(...entries);
          release = () => report(held.splice(0), observer);
        }, options);
      }
    };
    Object.assign(window, { intersections: { held: () => held.length, release: () => release() } });
  });
const intersections = (page: Page, call: 'held' | 'release'): Promise<unknown> =>
  page.evaluate(async (name) => {
    const result: unknown = Reflect.get(window, 'intersections')[name]();
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    return result;
  }, call);

test('leaves a film in its place that came back before a busy page was told that it had left', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  await holdIntersections(page);
  await page.reload();
  await play(alcove, 'Sailing.webm', 'video/webm', await film(page, 5000));
  // The window can scroll past the film.
  await page.addStyleTag({ content: 'body { padding-bottom: 2000px }' });
  await page.getByRole('main').focus();
  const back = page.getByRole('link', { name: 'Back to Sailing' });
  await expect.poll(() => intersections(page, 'held')).toBe(1);
  await intersections(page, 'release');
  for (const [n, to] of [2000, 0].entries()) {
    await page.evaluate((y) => window.scrollTo(0, y), to);
    await expect.poll(() => intersections(page, 'held')).toBe(n + 1);
  }
  await intersections(page, 'release');
  await expect(back).toBeHidden();

  await page.evaluate(() => window.scrollTo(0, 2000));
  await expect.poll(() => intersections(page, 'held')).toBe(1);
  await intersections(page, 'release');
  await expect(back).toBeVisible();
});

test('queues the album of a song that was opened from it', async () => {
  const alcove = given();
  const { page } = alcove;
  await openAlbum(alcove, ['Low tide', 'Morning song', 'Slack water']);
  await page
    .getByRole('list', { name: 'Items of Harbour' })
    .getByRole('link', { name: 'Morning song' })
    .click();
  await page.getByRole('main', { name: 'Morning song' }).getByRole('button', { name: 'Play' }).press('Enter');
  await plays(page, 'Morning song');
  await button(page, 'Show queue').press('Enter');
  const queue = page.getByRole('dialog', { name: 'Queue' });
  const rows = queue.getByRole('list', { name: 'Queue' }).getByRole('listitem');
  await expect(rows).toHaveText([/Low tide/, /Morning song/, /Slack water/]);
  await page.keyboard.press('Escape');
  await button(page, 'Next').press('Enter');
  await plays(page, 'Slack water');
});

test('offers the actions of a file in the menus of a collection', async () => {
  const alcove = given();
  const { page } = alcove;
  await openAlbum(alcove, ['Low tide', 'Morning song', 'Slack water']);
  const menu = async (name: string) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: `Actions for ${name}` })
      .press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
  };
  await menu('Morning song');
  await expect(page.getByRole('menuitem')).toHaveText([
    ...['Play', 'Add to collection…', 'Share…', 'Download…', 'Remove from collection', 'More'],
  ]);
  await page.getByRole('menuitem', { name: 'More' }).press('Enter');
  await expect(page.getByRole('menuitem')).toContainText([
    ...['Play', 'Add to collection…', 'Share…', 'Download…', 'Remove from collection', 'Play next'],
    ...['Add to queue', 'Move up', 'Move down', 'Move to top'],
  ]);
  await page.getByRole('menuitem', { name: 'Play', exact: true }).press('Enter');
  await plays(page, 'Morning song');
  await button(page, 'Next').press('Enter');
  await plays(page, 'Slack water');
  await menu('Low tide');
  await (await menuItem(page, 'Play next')).press('Enter');
  await button(page, 'Next').press('Enter');
  await plays(page, 'Low tide');
});

test('plays an album again whose files were deleted and restored', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  await openAlbum(alcove, ['Low tide', 'Morning song']);
  const files = async (): Promise<{ content_ids: string[] }> => (await askLocal('/local/content-ids')).json();
  const stored = await files();
  const playLowTide = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Actions for Low tide' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Play', exact: true }).press('Enter');
  };
  await playLowTide();
  await plays(page, 'Low tide');
  await askLocal('/local/trash', { method: 'POST', ...json(stored) });
  await expect(bar(page)).toHaveCount(0);
  await askLocal('/local/trash/restore', { method: 'POST', ...json(stored) });
  await playLowTide();
  await plays(page, 'Low tide');
  await expect(position(page)).toBeEnabled();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
});

/** Returns the position of the element that plays, in seconds; -1 while none plays. */
const heardAt = (page: Page): Promise<number> =>
  page
    .frameLocator('iframe[allow="autoplay"]')
    .locator('audio')
    .evaluate((audio: HTMLAudioElement) => (audio.paused ? -1 : audio.currentTime));

test('continues a long track where it was left, also before the node has the position', async () => {
  const alcove = given();
  const { page } = alcove;
  const id = await store(alcove, 'Low tide.wav', 'audio/wav', tone(600));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/local/playback/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue().catch(() => undefined);
  });
  const start = page.getByRole('button', { name: 'Play Low tide' });
  await start.press('Enter');
  await plays(page, 'Low tide');
  await expect(position(page)).toBeEnabled();
  await position(page).focus();
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => heardAt(page)).toBeGreaterThan(40);
  await button(page, 'Pause').press('Enter');
  await start.press('Enter');
  await expect.poll(() => heardAt(page)).toBeGreaterThan(40);
  release();
});

test('repeats a long track from its beginning, although it was continued near its end', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const id = await store(alcove, 'Low tide.wav', 'audio/wav', tone(600));
  const left = { unit: 'seconds', position: 560, length: 600 };
  await askLocal(`/local/playback/${id}`, { method: 'PUT', ...json(left) });
  await page.getByRole('button', { name: 'Play Low tide' }).first().press('Enter');
  await expect.poll(() => heardAt(page)).toBeGreaterThan(560);
  await button(page, 'Playback options').press('Enter');
  await page.getByRole('radio', { name: 'One' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(position(page)).toBeEnabled();
  await position(page).press('End');
  const isAtBeginning = async () => {
    const at = await heardAt(page);
    return at >= 0 && at < 60;
  };
  await expect.poll(isAtBeginning).toBe(true);
});

test('continues a long track although its position could not be read at once', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const id = await store(alcove, 'Low tide.wav', 'audio/wav', tone(600));
  const left = { unit: 'seconds', position: 300, length: 600 };
  await askLocal(`/local/playback/${id}`, { method: 'PUT', ...json(left) });
  let isAway = true;
  await page.route(`**/local/playback/${id}`, async (route) => {
    if (isAway) await route.abort();
    else await route.continue();
    isAway = false;
  });
  await page.getByRole('button', { name: 'Play Low tide' }).first().press('Enter');
  await expect.poll(() => heardAt(page)).toBeGreaterThan(300);
});

test('keeps a position that the node refuses to tell', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const id = await store(alcove, 'Low tide.wav', 'audio/wav', tone(600));
  const path = `/local/playback/${id}`;
  await askLocal(path, { method: 'PUT', ...json({ unit: 'seconds', position: 300, length: 600 }) });
  let isRefused = true;
  await page.route(`**${path}`, async (route) => {
    if (isRefused && route.request().method() === 'GET') await route.fulfill({ status: 500 });
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Play Low tide' }).first().press('Enter');
  await expect.poll(() => heardAt(page)).toBeGreaterThan(0.5);
  await button(page, 'Pause').press('Enter');
  isRefused = false;
  await page.reload();
  await button(page, 'Play').press('Enter');
  await expect.poll(() => heardAt(page)).toBeGreaterThan(300);
});

test('shows on a phone that the list of a shuffled collection is read', async () => {
  const alcove = given();
  const { page } = alcove;
  await openAlbum(alcove, ['Low tide', 'Morning song']);
  await page.setViewportSize({ width: 390, height: 800 });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const menu = page.getByRole('main').getByRole('button', { name: 'Actions for Harbour' });
  await menu.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.route('**/local/collections/*/entries?*', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('menuitem', { name: 'Shuffle' }).press('Enter');
  await expect(menu).toHaveAttribute('data-loading');
  release();
  await expect(bar(page)).toBeVisible();
  await expect(menu).not.toHaveAttribute('data-loading');
  await expect(menu).toBeFocused();
});

test('names the sleep timer on the button of the options, and the queue on a phone', async () => {
  const alcove = given();
  const { page } = alcove;
  await openAlbum(alcove, ['Low tide', 'Morning song']);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await button(page, 'Playback options').press('Enter');
  await page.getByRole('combobox', { name: 'Sleep timer' }).selectOption('15 minutes');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Playback options. Sleep timer: 15 minutes')).toBeFocused();
  await page.setViewportSize({ width: 390, height: 800 });
  await button(page, 'Show player').press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Player' });
  await expect(sheet.getByRole('heading', { name: 'Queue' })).toBeVisible();
  expect(await breaches(page)).toEqual([]);
});
