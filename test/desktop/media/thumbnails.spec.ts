import { type LocalContent, localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import { mediaDetails } from '../../../src/contract/dashboard-api/library/media.ts';
import { pngOf } from '../../support/pictures.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { pdf, picture, tone } from '../support/made-files.ts';
import { visit } from '../support/visit.ts';
import { film } from '../viewer/film.ts';
import { pdfFlateBomb, svgBomb } from '../viewer/hostile-files.ts';
import { inWindow, store } from '../viewer/viewed.ts';
import { song } from './made-song.ts';

const given = sharedAlcove();

const contents = async ({ askLocal }: LaunchedAlcove) =>
  localContentPage.parse(await (await askLocal('/local/content')).json()).items;

const byName = (items: readonly LocalContent[], name: string): LocalContent | undefined =>
  items.find((item) => item.name === name);

/** Resolves when nothing waits, with all contents. */
async function whenMade(alcove: LaunchedAlcove): Promise<LocalContent[]> {
  await expect
    .poll(async () => (await contents(alcove)).filter(({ media }) => media === null).map(({ name }) => name))
    .toEqual([]);
  return contents(alcove);
}

test('reads pictures, lengths and tags from the bytes of files', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'sea.png', 'image/png', picture(1800));
  await store(alcove, 'tone.wav', 'audio/wav', tone(3));
  const texts = { TIT2: 'Morning Song', TPE1: 'Ada Marlow', TALB: 'Harbour', TRCK: '3/9', TDRC: '2026' };
  const songId = await store(alcove, '03.mp3', 'audio/mpeg', song(2, { texts, cover: picture(600) }));
  await store(alcove, 'film.webm', 'video/webm', await film(page, 1500));
  await store(alcove, 'book.pdf', 'application/pdf', pdf(['The first page', 'The second page']));

  const items = await whenMade(alcove);
  expect(byName(items, 'sea.png')?.media).toMatchObject({ state: 'made', width: 1800, height: 1800 });
  expect(byName(items, 'tone.wav')?.media).toMatchObject({ duration_ms: 3000, has_waveform: true });
  expect(byName(items, '03.mp3')?.media).toMatchObject({
    title: 'Morning Song',
    artist: 'Ada Marlow',
    album: 'Harbour',
    track: 3,
    year: 2026,
  });
  expect(byName(items, 'film.webm')?.media).toMatchObject({ failure: null, width: 320, height: 180 });
  expect(byName(items, 'book.pdf')?.media).toMatchObject({ pages: 2 });
  const { waveform } = mediaDetails.parse(
    await (await alcove.askLocal(`/local/content/${byName(items, 'tone.wav')?.content_id}/media`)).json(),
  );
  expect(Math.max(...(waveform ?? []))).toBeGreaterThan(100);

  await visit(page, 'Home');
  const recent = page.getByRole('list', { name: 'Recently added' });
  const tile = recent.getByRole('link', { name: /Morning Song/ });
  await expect(tile).toContainText('0:02');
  await expect(tile).toContainText('Ada Marlow');
  await expect(recent.getByRole('link', { name: /tone/ })).toContainText('0:03');
  const widths = () =>
    recent
      .locator('img')
      .evaluateAll((all) =>
        all.map((img) => (img as HTMLImageElement).naturalWidth).filter((width) => width > 0),
      );
  await expect.poll(async () => (await widths()).sort()).toEqual([320, 396, 512, 512]);

  await visit(page, 'Library');
  await page.getByRole('searchbox').fill('harbour');
  await expect(page.getByRole('row', { name: /Morning Song/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /sea/ })).toHaveCount(0);
  expect(songId).toBe(byName(items, '03.mp3')?.content_id);
});

test('makes the pictures of many photos in two frames', { tag: '@story' }, async () => {
  const alcove = given();
  const { page, dashboardUrl } = alcove;
  await page.goto('about:blank');
  const sides = Array.from({ length: 8 }, (_, n) => 100 + n);
  for (const side of sides) await store(alcove, `photo-${side}.png`, 'image/png', picture(side));
  await page.addInitScript(() => {
    let frames = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node instanceof HTMLElement && (node.matches('iframe') || node.querySelector('iframe')))
            frames += 1;
        }
      }
      document.documentElement.dataset.framesAdded = String(frames);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(dashboardUrl);
  const items = await whenMade(alcove);
  const widths = items.flatMap(({ name, media }) => (name?.startsWith('photo-') ? [media?.width] : []));
  expect(widths.toSorted()).toEqual(sides);
  const added = await page.evaluate(() => document.documentElement.dataset.framesAdded);
  expect(Number(added)).toBeGreaterThan(0);
  expect(Number(added)).toBeLessThanOrEqual(2);
});

test('tries hostile and broken files once, and names the reason on their tiles', {
  tag: '@story',
}, async () => {
  const alcove = given();
  await store(alcove, 'bomb.png', 'image/png', pngOf(30_000, 30_000));
  await store(alcove, 'large.png', 'image/png', pngOf(8000, 8000));
  await store(alcove, 'drawing.svg', 'image/svg+xml', svgBomb());
  await store(alcove, 'broken.png', 'image/png', picture(40).subarray(0, 50));
  await store(alcove, 'broken.webm', 'video/webm', Buffer.from('no film'));
  const garbled = { TIT2: `\u0007\u202eMorning${'x'.repeat(5000)}`, TPE1: '\u0001', TRCK: '-7/99999999999' };
  await store(alcove, 'garbled.mp3', 'audio/mpeg', song(1, { texts: garbled, cover: pngOf(30_000, 30_000) }));
  const broken = song(1);
  broken.fill(0x7f, 6, 10);
  await store(alcove, 'broken.mp3', 'audio/mpeg', broken);

  await whenMade(alcove);
  await store(alcove, 'heavy.pdf', 'application/pdf', pdfFlateBomb());
  const items = await whenMade(alcove);
  const outcome = (name: string) => {
    const { state, failure } = byName(items, name)?.media ?? {};
    return [state, failure, byName(items, name)?.thumbnail_url !== null];
  };
  // Browsers read no picture of this size.
  expect(outcome('bomb.png')).toEqual(['failed', 'unreadable', false]);
  expect(outcome('large.png')).toEqual(['failed', 'too_large', false]);
  expect(outcome('drawing.svg')).toEqual(['failed', 'unsupported', false]);
  expect(outcome('broken.png')[0]).toBe('failed');
  expect(outcome('broken.webm')).toEqual(['failed', 'unreadable', false]);
  expect(outcome('heavy.pdf')).toEqual(['failed', 'too_slow', false]);
  expect(outcome('garbled.mp3')).toEqual(['made', null, false]);
  expect(byName(items, 'garbled.mp3')?.media).toMatchObject({ artist: null });
  expect(byName(items, 'garbled.mp3')?.media?.title).toMatch(/^Morningx{190}/);

  const text = () => inWindow(alcove, 'document.body.innerText');
  await expect.poll(text).toContain('No picture: the file is too large');
  await inWindow(alcove, 'location.reload()');
  await expect.poll(text).toContain('No picture for files of this format');
  expect(await contents(alcove)).toEqual(items);
});
