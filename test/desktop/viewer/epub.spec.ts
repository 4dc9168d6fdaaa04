import type { Frame, Locator, Page } from '@playwright/test';
import { bookFiles, chapterOf, epub, packageOf } from '../../support/books.ts';
import { json } from '../../support/node/start-test-node.ts';
import { breaches } from '../support/accessibility.ts';
import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { picture } from '../support/made-files.ts';
import { goToView, shownFrame, store, view } from './viewed.ts';

const given = sharedAlcove();
const type = 'application/epub+zip';
const paragraphs = (text: string) => `<p>${text}</p>`.repeat(40);

const harbour = () =>
  epub(
    bookFiles({
      'OPS/book.opf': packageOf({
        items: '<item id="c" href="img/sea.png" media-type="image/png" properties="cover-image"/>',
      }),
      'OPS/one.xhtml': chapterOf(
        `<h1>Morning</h1><p class="quiet">The tide was out. <a href="two.xhtml#boats">To the boats</a></p>
        <img src="img/sea.png" alt="The sea"/>${paragraphs('The boats lay on the sand.')}`,
        '<link rel="stylesheet" href="book.css"/>',
      ),
      'OPS/two.xhtml': chapterOf(
        `<h1>Evening</h1>${paragraphs('The tide was in.')}<h2 id="boats">The boats</h2><p>They float.</p>`,
      ),
      'OPS/book.css': '.quiet { font-style: italic; color: #fff; position: fixed } @import "x.css";',
      'OPS/img/sea.png': picture(600),
    }),
  );

test('reads a book by keyboard, and remembers the place', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const id = await store(alcove, 'harbour.epub', type, await harbour());
  await goToView(page, id);
  await expect
    .poll(async () => (await (await askLocal(`/local/content/${id}/media`)).json()).media)
    .toMatchObject({ failure: null, state: 'made', title: 'The Harbour', artist: 'Ada Marlow, Bo Lind' });
  expect((await askLocal(`/thumbnails/${id}`)).ok).toBe(true);

  const frame = await shownFrame(page, 'harbour');
  const chapter = (name: string) => frame.getByRole('main', { name });
  await expect(chapter('Chapter 1 of 2').getByRole('heading', { name: 'Morning' })).toBeVisible();
  const sea = frame.getByRole('img', { name: 'The sea' });
  await expect.poll(() => sea.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
  const quiet = await frame.getByText('The tide was out.').evaluate((text) => {
    const { fontStyle, position } = getComputedStyle(text);
    return { fontStyle, position };
  });
  expect(quiet).toEqual({ fontStyle: 'italic', position: 'static' });
  expect(await breaches(page)).toEqual([]);

  const contents = frame.getByRole('button', { name: 'Contents' });
  // All controls are in one line of a phone.
  await page.setViewportSize({ width: 320, height: 700 });
  const tops = () =>
    frame.locator('.book-bar button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await expect.poll(async () => new Set(await tops()).size).toBe(1);
  await page.setViewportSize({ width: 1200, height: 800 });
  await tabInto(page, contents);
  await page.keyboard.press('Enter');
  await expect(contents).toHaveAttribute('aria-expanded', 'true');
  expect(await breaches(page, 'colours')).toEqual([]);
  await tabInto(page, frame.getByRole('button', { name: 'The boats' }));
  await page.keyboard.press('Enter');
  await expect(chapter('Chapter 2 of 2')).toBeFocused();
  await expect(frame.getByRole('heading', { name: 'The boats' })).toBeInViewport();
  await expect(frame.getByRole('navigation')).toBeHidden();

  await page.keyboard.press('ArrowLeft');
  await expect(frame.getByRole('heading', { name: 'Morning' })).toBeInViewport();
  await page.keyboard.press('End');
  await expect.poll(() => part(frame)).toBe(1);
  await page.keyboard.press('ArrowRight');
  await expect(frame.getByRole('heading', { name: 'The boats' })).toBeInViewport();
  await tabInto(page, frame.getByRole('button', { name: 'Larger text' }));
  const size = () => frame.getByText('They float.').evaluate((text) => getComputedStyle(text).fontSize);
  const reported = placeReported(page);
  await page.keyboard.press('Enter');
  await expect.poll(size).toBe('18px');

  await reported;
  const other = await view(alcove, 'note.txt', 'text/plain', Buffer.from('A note'));
  await expect(other.locator('pre')).toHaveText('A note');
  await goToView(page, id);
  const again = await shownFrame(page, 'harbour');
  await expect(again.getByRole('heading', { name: 'The boats' })).toBeInViewport();
  await page.reload();
  const reopened = await shownFrame(page, 'harbour');
  await expect(reopened.getByRole('heading', { name: 'The boats' })).toBeInViewport();

  await tabInto(page, reopened.getByRole('button', { name: 'Previous chapter' }).first());
  const earlier = placeReported(page, 0);
  await page.keyboard.press('Enter');
  await expect(reopened.getByRole('main', { name: 'Chapter 1 of 2' })).toBeFocused();
  await page.keyboard.press('End');
  await earlier;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  const continued = page.getByRole('region', { name: 'Continue' }).getByRole('listitem');
  await expect(continued).toHaveCount(1);
  await expect(continued.getByRole('link', { name: /harbour/i })).toBeVisible();
});

test('keeps the place in a book when the page is left at once', async () => {
  const alcove = given();
  const { page } = alcove;
  await goToView(page, await store(alcove, 'left.epub', type, await harbour()));
  for (const [chapter, direction] of [1, 0, 1, 0, 1, 0].map(
    (at) => [at, at === 1 ? 'Next' : 'Previous'] as const,
  )) {
    const frame = await shownFrame(page, 'left');
    const reported = placeReported(page, chapter, 0);
    await frame
      .getByRole('button', { name: `${direction} chapter` })
      .first()
      .click();
    await reported;
    await page.reload();
    const reopened = await shownFrame(page, 'left');
    await expect(reopened.getByRole('main', { name: `Chapter ${chapter + 1} of 2` })).toBeVisible();
  }
});

test('opens a book where it was left, also before the node has the place', async () => {
  const alcove = given();
  const { page } = alcove;
  const id = await store(alcove, 'again.epub', type, await harbour());
  const sent: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/local/playback/${id}`, async (route) => {
    if (route.request().method() === 'PUT') {
      sent.push(route.request().postData() ?? '');
      await held;
    }
    await route.continue();
  });
  await goToView(page, id);
  const frame = await shownFrame(page, 'again');
  const reported = placeReported(page, 1, 0);
  await frame.getByRole('button', { name: 'Next chapter' }).first().click();
  await reported;
  await view(alcove, 'other.txt', 'text/plain', Buffer.from('Other'));
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  await goToView(page, id);
  const again = await shownFrame(page, 'again');
  await expect(again.getByRole('main', { name: 'Chapter 2 of 2' })).toBeVisible();
  release();
});

test('opens a book at the place of the node if it has refused a later one', async () => {
  const alcove = given();
  const { page } = alcove;
  const id = await store(alcove, 'refused.epub', type, await harbour());
  const refused: string[] = [];
  await page.route(`**/local/playback/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    refused.push(route.request().postData() ?? '');
    await route.fulfill({ status: 507, contentType: 'application/problem+json', body: '{}' });
  });
  await goToView(page, id);
  const reported = placeReported(page, 1, 0);
  await (await shownFrame(page, 'refused')).getByRole('button', { name: 'Next chapter' }).first().click();
  await reported;
  await view(alcove, 'another.txt', 'text/plain', Buffer.from('Another'));
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await goToView(page, id);
  await expect(
    (await shownFrame(page, 'refused')).getByRole('main', { name: 'Chapter 1 of 2' }),
  ).toBeVisible();
});

/** Presses Tab until an element of the frame has the focus. */
async function tabInto(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element.matches(':focus-visible'))) return;
  }
  throw new Error(`No Tab leads to ${target}.`);
}

test('opens a book where an earlier version kept the place in the browser, once', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const id = await store(alcove, 'former.epub', type, await harbour());
  await page.evaluate(([name, places]) => localStorage.setItem(name, places), [
    'alcove.reading',
    JSON.stringify([[id, { chapter: 1, part: 0.9, chapters: 2, at: 1 }]]),
  ] as const);
  await goToView(page, id);
  const frame = await shownFrame(page, 'former');
  await expect(frame.getByRole('main', { name: 'Chapter 2 of 2' })).toBeVisible();
  const position = async () => (await (await askLocal(`/local/playback/${id}`)).json()).position;
  await expect.poll(position).toBeGreaterThan(1);
  expect(await page.evaluate(() => localStorage.getItem('alcove.reading'))).toBe('[]');
});

test('keeps the place in a book that it could not learn', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const id = await store(alcove, 'unknown.epub', type, await harbour());
  const stored = { unit: 'chapters', position: 1.5, length: 2 };
  await askLocal(`/local/playback/${id}`, { method: 'PUT', ...json(stored) });
  const sent: string[] = [];
  await page.route(`**/local/playback/${id}`, async (route) => {
    sent.push(route.request().method());
    await route.fulfill({ status: 400, body: '{}' });
  });
  await goToView(page, id);
  const frame = await shownFrame(page, 'unknown');
  const reported = placeReported(page, 0);
  await frame.getByRole('main').focus();
  await page.keyboard.press('End');
  await reported;
  await view(alcove, 'left.txt', 'text/plain', Buffer.from('Left'));
  expect(sent).toEqual(['GET']);
  await page.unroute(`**/local/playback/${id}`);
  await goToView(page, id);
  const again = await shownFrame(page, 'unknown');
  await expect(again.getByRole('main', { name: 'Chapter 2 of 2' })).toBeVisible();
});

/** Resolves when the frame has sent a place near the end of a chapter. */
const placeReported = (page: Page, chapter = 1, minPart = 0.5): Promise<void> =>
  page.evaluate(
    ([at, min]) =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => {
          if (data.kind === 'place' && data.place.chapter === at && data.place.part >= min) resolve();
        });
      }),
    [chapter, minPart] as const,
  );

/** The scrolled part of the chapter. */
const part = (frame: Frame): Promise<number> =>
  frame.getByRole('main').evaluate((main) => {
    const max = main.scrollHeight - main.clientHeight;
    return Math.round((main.scrollTop / max) * 100) / 100;
  });

test('runs and loads nothing of a hostile book, and explains a protected one', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page, nodeUrl } = alcove;
  const attack = "parent.postMessage('hacked','*');document.title='hacked'";
  const outside = `${nodeUrl}/api/v1/storage/hostile.png`;
  const body = `<h1 onclick="${attack}">Trap</h1><script>${attack}</script>
    <img src="x.png" onerror="${attack}" alt="broken"/><img src="${outside}" alt="outside"/>
    <img data-path="../../secret.png" alt="traversal"/><img src="../../../../etc/passwd.png" alt="above"/>
    <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${attack}"><title>drawing</title>
    <script>${attack}</script><foreignObject><iframe src="${outside}"></iframe></foreignObject>
    <image href="${outside}"/><image href="${outside}"/><rect width="9" height="9"/></svg>
    <a href="javascript:${attack}">script link</a> <a href="https://example.org/">web link</a>
    <a href="two.xhtml" onclick="${attack}" target="_top">inner link</a>
    <iframe src="${outside}"></iframe><object data="${outside}"></object><embed src="${outside}"/>
    <form action="${outside}"><input name="a" autofocus="" onfocus="${attack}"/><button>Send</button></form>
    <video src="${outside}" autoplay=""></video><p style="background:url(${outside})">Text</p>
    <math xmlns="http://www.w3.org/1998/Math/MathML"><mi href="javascript:${attack}">x</mi></math>`;
  const head = `<base href="${nodeUrl}/"/><meta http-equiv="refresh" content="0;url=${outside}"/>
    <link rel="stylesheet" href="${outside}"/><style>@import url(${outside}); p { background: url(${outside}) }</style>`;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const wellFormed = bookFiles({ 'OPS/one.xhtml': chapterOf(body, head) });
  const malformed = bookFiles({ 'OPS/one.xhtml': `<html><head>${head}</head><body>${body}<p>unclosed<br>` });
  for (const [name, files] of Object.entries({ strict: wellFormed, loose: malformed })) {
    const frame = await view(alcove, `${name}.epub`, type, await epub({ ...files, 'OPS/two.xhtml': name }));
    await expect(frame.getByRole('heading', { name: 'Trap' })).toBeVisible();
    const drawing = frame.getByRole('img', { name: 'drawing' });
    await expect.poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(9);
    await frame.getByRole('heading', { name: 'Trap' }).click();
    await frame.getByText('script link').click();
    await frame.getByText('web link').click();
    expect(await leftOver(frame)).toEqual({
      elements: [],
      attributes: [],
      scripts: 0,
      links: ['inner link'],
    });
    await frame.getByRole('link', { name: 'inner link' }).click();
    await expect(frame.getByRole('main', { name: 'Chapter 2 of 2' })).toContainText(name);
    expect(await frame.title()).toBe(name);
  }
  expect(requested.filter((url) => url.includes('hostile') || url.includes('passwd'))).toEqual([]);

  const locked = bookFiles({
    'META-INF/encryption.xml': `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
      <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/><enc:CipherData>
      <enc:CipherReference URI="OPS/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`,
  });
  await goToView(page, await store(alcove, 'locked.epub', type, await epub(locked)));
  await expect(page.getByText('Protected book')).toBeVisible();
  expect(await breaches(page)).toEqual([]);

  const bomb = bookFiles({ 'OPS/one.xhtml': Buffer.alloc(40_000_000, 32) });
  const frame = await view(alcove, 'bomb.epub', type, await epub(bomb));
  await expect(frame.getByText('Chapter not displayed.')).toBeVisible();
  await frame.getByRole('button', { name: 'Next chapter' }).first().click();
  await expect(frame.getByRole('heading', { name: 'Evening' })).toBeVisible();
});

/** What the chapter contains that could run or load something. */
const leftOver = (frame: Frame) =>
  frame.evaluate(() => {
    const tree = document.querySelector('article')?.shadowRoot;
    const all = [...(tree?.querySelectorAll('*') ?? [])];
    const harmful = 'script, iframe, object, embed, form, input, button, video, svg, link, style, meta, base';
    return {
      elements: all.filter((each) => each.matches(harmful)).map(({ localName }) => localName),
      attributes: all
        .flatMap((each) => [...each.attributes])
        .filter(({ name, value }) => /^on|^style$|^target$/.test(name) || /^(?!blob:null|#$)\w+:/.test(value))
        .map(({ name, value }) => `${name}=${value}`),
      scripts: document.querySelectorAll('script:not([src])').length,
      links: all.filter((each) => each.hasAttribute('href')).map(({ textContent }) => textContent),
    };
  });
