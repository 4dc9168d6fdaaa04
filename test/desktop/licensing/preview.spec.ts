import type { Locator, Page } from '@playwright/test';
import { type LocalContent, localContent, localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { contentCounts } from '../../../src/contract/dashboard-api/library/content-lists.ts';
import { contentRecord } from '../../../src/contract/node-api/content.ts';
import { chainOf, confirm, itemsOf } from '../chain/chain-actions.ts';
import { breaches } from '../support/accessibility.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { picture, tone } from '../support/made-files.ts';
import { picture as screenshot } from '../support/views.ts';
import { film } from '../viewer/film.ts';
import { forSale, nextStep, toPayment } from './sale-steps.ts';

const given = sharedAlcove({ args: ['--set', 'chain.network=embedded'] });

async function store({ askLocal }: LaunchedAlcove, name: string, bytes: Buffer): Promise<LocalContent> {
  const headers = { 'X-File-Name': Buffer.from(name).toString('base64') };
  const response = await askLocal('/local/content', { method: 'POST', body: new Uint8Array(bytes), headers });
  return localUpload.parse(await response.json()).content;
}

/** Opens the form that sells a file, on a chain that runs. */
async function openForm(alcove: LaunchedAlcove, { content_id: id }: LocalContent, title: string) {
  const { page } = alcove;
  await expect.poll(async () => (await chainOf(alcove)).state).toBe('ok');
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/sell/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sell' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  return page.getByRole('region', { name: 'Preview' });
}

async function publish(page: Page): Promise<void> {
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to' }).fill('10');
  const dialog = await toPayment(page);
  await dialog.getByRole('radio', { name: 'Practice wallet' }).check();
  await confirm(dialog, 'Start selling', forSale);
}

/** Decodes the sound of a file, which the page gets as text: Playwright is slow with millions of numbers. */
const hearing = (page: Page, bytes: Buffer) =>
  page.evaluate(async (base64) => {
    const context = new OfflineAudioContext(1, 1, 48_000);
    const all = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const audio = await context.decodeAudioData(all.buffer);
    const loudest = audio.getChannelData(0).reduce((max, each) => Math.max(max, Math.abs(each)), 0);
    return { seconds: audio.duration, loudest };
  }, bytes.toString('base64'));

/** Returns the preview that the form shows; it is no file of the Library. */
async function madePreview({ askLocal }: LaunchedAlcove, card: Locator): Promise<LocalContent> {
  const path = await card.getByRole('link', { name: 'Open preview' }).getAttribute('href');
  const response = await askLocal(`/local/content/${path?.split('/').at(-1)}`);
  return localContent.parse(await response.json());
}

/** Returns the number of files in the Library. */
const fileCount = async ({ askLocal }: LaunchedAlcove): Promise<number> =>
  contentCounts.parse(await (await askLocal('/local/content-counts')).json()).all;

/** The item on sale with this title, as web clients see it without a token. */
async function sold(alcove: LaunchedAlcove, title: string) {
  const item = (await itemsOf(alcove, '?whose=mine')).find((each) => each.title === title);
  const { nodeUrl } = alcove;
  const response = await fetch(`${nodeUrl}/api/v1/content.view/${item?.content_address}`);
  return { item, record: contentRecord.parse(await response.json()) };
}

test('makes a preview of the first 30 seconds of a song, which everybody may open', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  const card = await openForm(alcove, await store(alcove, 'song.wav', tone(33)), 'Summer nights');
  await card.getByRole('radio', { name: 'First 30 seconds' }).check();
  await expect(card.getByText('Preview ready')).toBeVisible();
  expect(await breaches(page)).toEqual([]);
  await screenshot(page, 'sell-preview');

  await publish(page);
  const { item, record } = await sold(alcove, 'Summer nights');
  expect(record).toMatchObject({ preview_id: item?.preview_id, display_options: { content_url: null } });
  const preview = await fetch(record.display_options.preview_url ?? '');
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  const bytes = Buffer.from(await preview.arrayBuffer());
  expect(bytes.length).toBeLessThan(4_000_000);
  const heard = await hearing(page, bytes);
  expect(heard.loudest).toBeGreaterThan(0.1);
  expect(heard.seconds).toBeCloseTo(30, 1);

  await page.getByRole('link', { name: 'Open item page' }).click();
  await page.getByRole('button', { name: 'Open the preview of Summer nights' }).click();
  const sound = page.frameLocator('iframe[title*="preview"]').locator('audio');
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(30, 1);
  expect(await breaches(page)).toEqual([]);
  await screenshot(page, 'market-preview');
});

test('offers no preview that would be the whole song', { tag: '@story' }, async () => {
  const alcove = given();
  const { page, dashboardUrl } = alcove;
  const song = await store(alcove, 'short.wav', tone(7));
  // The page of the item reads the length.
  await page.goto(`${dashboardUrl}/item/${song.content_id}`);
  await expect(page.getByText('0:07').first()).toBeVisible();
  const card = await openForm(alcove, song, 'Short');
  await expect(card).toContainText('it would be the whole file');
  await expect(card.getByRole('radio')).toHaveCount(0);
});

test('pictures and films have previews, which can be removed, and a broken file has none', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const before = await fileCount(alcove);
  const card = await openForm(alcove, await store(alcove, 'photo.png', picture(900)), 'Harbour');
  await card.getByRole('radio', { name: 'A smaller picture' }).check();
  await expect(card.getByText('Preview ready')).toBeVisible();
  const made = await madePreview(alcove, card);
  expect(made).toMatchObject({ content_type: 'image/webp', published: false });
  await card.getByRole('radio', { name: 'None' }).check();
  await expect(card.getByText('Preview ready')).toBeHidden();
  expect(await fileCount(alcove)).toBe(before + 1);
  await expect
    .poll(async () => (await alcove.askLocal(`/local/content/${made.content_id}`)).status)
    .toBe(404);
  await card.getByRole('radio', { name: 'A smaller picture' }).check();
  await expect(card.getByText('Preview ready')).toBeVisible();
  await publish(alcove.page);
  const { record } = await sold(alcove, 'Harbour');
  expect(record.preview_id).toBe(made.content_id);

  const short = await store(alcove, 'short film.webm', await film(alcove.page, 600));
  const films = await openForm(alcove, short, 'A short film');
  await films.getByRole('radio', { name: 'First 30 seconds' }).check();
  await expect(films.getByText('Preview ready')).toBeVisible();
  const shown = await madePreview(alcove, films);
  expect(shown).toMatchObject({ content_type: 'video/webm' });

  const broken = await openForm(alcove, await store(alcove, 'broken.mp4', Buffer.alloc(5000, 7)), 'Broken');
  // Not check(): the choice may be None again before check() looks.
  await broken.getByRole('radio', { name: 'First 30 seconds' }).click();
  await expect(broken.getByRole('alert')).toContainText('No preview can be made');
  await expect(broken.getByRole('radio', { name: 'None' })).toBeChecked();
});

test('a longer film has a preview with its sound, which can be cancelled', { tag: '@story' }, async () => {
  const alcove = given();
  const { page } = alcove;
  const long = await film(page, 5000, true);
  const films = await openForm(alcove, await store(alcove, 'film.webm', long), 'Sailing');
  await films.getByRole('radio', { name: 'First 30 seconds' }).check();
  await films.getByRole('button', { name: 'Cancel' }).click();
  await expect(films.getByRole('radio', { name: 'None' })).toBeChecked();
  await films.getByRole('radio', { name: 'First 30 seconds' }).check();
  await screenshot(page, 'sell-preview-film');
  await expect(films.getByText('Preview ready')).toBeVisible();
  const shown = await madePreview(alcove, films);
  expect(shown).toMatchObject({ content_type: 'video/webm' });
  const recorded = await fetch(shown.content_url);
  const { loudest } = await hearing(page, Buffer.from(await recorded.arrayBuffer()));
  expect(loudest).toBeGreaterThan(0.1);
});
