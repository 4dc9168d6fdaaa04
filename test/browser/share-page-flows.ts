import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { russian } from '../../src/contract/messages/ru/index.ts';
import { tone } from '../desktop/support/made-files.ts';
import { type SharedNode, sharedNode } from '../share-page/support/shared-node.ts';
import { pictureNamed } from '../support/pictures.ts';
import type { LaunchedBrowser, TestBrowser } from './browsers.ts';

const sizes = [
  [320, 640],
  [390, 844],
  [1280, 800],
] as const;

/** The actions of a user with a share link, on a phone in Russian and dark mode. */
export function sharePageFlows({ launch }: TestBrowser): void {
  let node: SharedNode;
  let launched: LaunchedBrowser;
  let page: Page;
  const violations: string[] = [];

  beforeAll(async () => {
    [node, launched] = await Promise.all([
      sharedNode({ chain: { network: 'embedded' } }),
      launch({ language: 'ru-RU', colorScheme: 'dark' }),
    ]);
    await node.hasMarket();
    page = await launched.browser.newPage();
    page.on('console', (line) => {
      if (/Content.Security.Policy/i.test(line.text())) violations.push(line.text());
    });
    await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true });
  });
  afterAll(async () => {
    await Promise.all([launched?.close(), node?.stop()]);
  });

  const open = (id: string) => page.goto(`${node.alcove.node.nodeUrl}/s/${id}`);
  const coverOf = async (name: string) =>
    (await node.add(pictureNamed(name, 400, 400), `${name}.png`)).content_id;

  /** Checks the open page at every width. */
  async function isWell(): Promise<void> {
    for (const [width, height] of sizes) {
      await page.setViewport({ width, height, hasTouch: width < 1000 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, `at ${width}`).toBeLessThanOrEqual(0);
      expect(await breaches(page)).toEqual([]);
    }
  }

  it('opens the page of a shared song, and plays it', async () => {
    const details = { title: 'Morning Song', authors: ['Ada Marlow'], cover_id: await coverOf('first') };
    const { content_id: id } = await node.add(tone(60), 'song.wav', details);
    await open(id);
    expect(await page.title()).toBe('Morning Song · Ada Marlow');
    expect(await page.$eval('.cover img', (image) => (image as HTMLImageElement).naturalWidth)).toBe(400);
    // The style sheet is allowed by its hash.
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(canvas).toBe('rgb(15, 19, 21)');
    const played = await page.$eval('audio', async (audio) => {
      audio.muted = true;
      audio.currentTime = 59;
      await audio.play();
      await new Promise((resolve) => audio.addEventListener('ended', resolve, { once: true }));
      return [audio.duration, audio.currentTime];
    });
    expect(played).toEqual([60, 60]);
    expect(await page.$eval('.button.main', (link) => link.textContent)).toBe(russian.sharePage.download);
    await isWell();
    expect(violations).toEqual([]);
  });

  it('shows the price of a sold song, and the link to buy it', async () => {
    const { content_id: plain } = await node.upload(tone(3), 'evening.wav');
    const terms = { title: 'Evening Song', price: '5000000000', cover_id: await coverOf('second') };
    const sold = await node.sell(plain, terms);
    await open(plain);
    expect(page.url()).toMatch(new RegExp(`/s/${sold.content_id}$`));
    expect(await page.$eval('.price strong', (price) => price.textContent)).toBe('5 GRAM');
    const link = await page.$eval('.button.main', (button) => [
      button.textContent,
      button.getAttribute('href'),
    ]);
    expect(link).toEqual([russian.sharePage.buyInApp, `alcove://market/${sold.encrypted?.content_address}`]);
    expect(await page.$('audio')).toBeNull();
    await isWell();
    expect(violations).toEqual([]);
  });

  it('shows a malicious title as text, and a page for a broken link', async () => {
    const title = '</title><script>document.title="ran"</script><img src=x onerror=document.title="ran">';
    const { content_id: id } = await node.add(tone(1), 'x.wav', { title: title + 'x'.repeat(100) });
    await open(id);
    expect(await page.title()).toBe(title + 'x'.repeat(100));
    expect(await page.$eval('h1', (heading) => heading.textContent)).toBe(title + 'x'.repeat(100));
    await isWell();
    await open('0'.repeat(64));
    expect(await page.$eval('h1', (heading) => heading.textContent)).toBe(russian.sharePage.notFoundTitle);
    await isWell();
    expect(violations).toEqual([]);
  });
}

/** The findings of axe; the page's policy does not apply to code evaluated by the driver. */
async function breaches(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}
