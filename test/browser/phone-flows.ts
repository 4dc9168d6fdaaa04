import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { russian } from '../../renderer/locales/ru/index.ts';
import type { LaunchedBrowser, TestBrowser } from './browsers.ts';
import { go, type HeadlessNode, see, startHeadlessNode } from './dashboard-world.ts';

/** The path of each page, and its heading. */
const pages = [
  ['/', 'Главная'],
  ['/library', 'Библиотека'],
  ['/explore/free', ''],
  ['/explore/following', ''],
  ['/library/shared', ''],
  ['/settings/privacy', ''],
  ['/sell', ''],
  ['/explore/store', 'Магазин'],
  ['/library/bought', 'Купленное'],
  ['/wallet', 'Кошелёк'],
  ['/node/storage', 'Хранилище'],
  ['/node/peers', 'Узлы'],
  ['/node/transfers', ''],
  ['/settings/access', 'Доступ'],
  ['/node/log', 'Журнал'],
  ['/settings', 'Общие'],
  ['/settings/network', 'Сеть'],
  ['/settings/advanced', 'Дополнительно'],
  ['/settings/developers', 'Разработчикам'],
  ['/settings/developers/api', 'API'],
] as const;

/** With ALCOVE_PICTURES, screenshots are taken for review. */
const pictures = process.env.ALCOVE_PICTURES && join(import.meta.dirname, '../../test-results/screenshots');

/** The actions of a user with the dashboard on a phone in Russian and dark mode. */
export function phoneFlows({ name, launch }: TestBrowser): void {
  let node: HeadlessNode;
  let launched: LaunchedBrowser;
  let page: Page;
  const longName = 'Довольно длинное имя записи прошлым летом у моря, часть первая.mp3';

  beforeAll(async () => {
    [node, launched] = await Promise.all([
      startHeadlessNode(),
      launch({ language: 'ru-RU', colorScheme: 'dark' }),
    ]);
    await node.local().upload(new File(['la la la'], longName, { type: 'audio/mpeg' }), longName);
    page = await launched.browser.newPage();
    page.setDefaultTimeout(15_000);
    await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true });
    await page.goto(await node.newAddress());
    await see(page, 'Главная');
  });
  afterAll(async () => {
    await Promise.all([launched?.close(), node?.end()]);
  });

  const picture = async (what: string) => {
    if (pictures) await page.screenshot({ path: join(pictures, `${name}-${what}.png`) });
  };

  it('shows each page no wider than the screen, with targets large enough for a finger', async () => {
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ru');
    const against: object[] = [];
    for (const [path, heading] of pages) {
      await go(page, path, heading);
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
      await picture(`phone${path.replaceAll('/', '-')}`);
      const found = await page.evaluate(tooWideOrSmall);
      if (found.length > 0) against.push({ path, found });
    }
    expect(against).toEqual([]);
  });

  it('navigates by the bottom bar, and its dialogs fit', async () => {
    await go(page, '/', 'Главная');
    await page.locator('footer button ::-p-text(Ещё)').click();
    await page.locator('[role=menuitem] ::-p-text(Настройки)').wait();
    await picture('phone-menu');
    expect(await page.evaluate(tooWideOrSmall)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.tap('footer a[href="/library"]');
    await page.locator('h1 ::-p-text(Библиотека)').wait();
    const actions = await page.locator(`button[aria-label*="${longName}"]`).waitHandle();
    await actions.tap();
    await page.locator('[role=menuitem] ::-p-text(Ещё)').click();
    await page.locator('[role=menuitem] ::-p-text(Изменить…)').wait();
    await picture('phone-actions');
    expect(await page.evaluate(tooWideOrSmall)).toEqual([]);
    await page.locator('[role=menuitem] ::-p-text(Изменить…)').click();
    const dialog = await page.locator('[role=dialog]').waitHandle();
    await picture('phone-dialog');
    expect(await page.evaluate(tooWideOrSmall)).toEqual([]);
    const box = await dialog.boundingBox();
    expect(box && [box.x >= 0, box.x + box.width <= 390, box.y + box.height <= 844]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('omits features of the desktop app', async () => {
    await go(page, '/settings', 'Общие');
    await see(page, russian.settings.fields.dashboard.purpose.name);
    const shown = await page.evaluate(() => document.body.innerText);
    const { desktop, updates } = russian;
    for (const words of [desktop.app.title, desktop.app.startAtLogin, desktop.report.menu, updates.title]) {
      expect(shown).not.toContain(words);
    }
  });
}

/**
 * Runs in the page. Returns elements wider than the screen, and targets too small for a finger (WCAG 2.2,
 * 2.5.8).
 */
function tooWideOrSmall(): string[] {
  const labelOf = (element: Element) =>
    `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}`;
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  const targets = [
    ...document.querySelectorAll('a, button, input, select, textarea, summary, [role=menuitem]'),
  ];
  const small = targets.filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest('[aria-hidden=true], .skip-link')) return false;
    // Links in a sentence may have the height of its line; a field's label is a target as well.
    const inText = element.matches('p a, li a, span a') && getComputedStyle(element).display === 'inline';
    const { width, height } = element.getBoundingClientRect();
    const isLabelled = element.matches('input') && (element as HTMLInputElement).labels?.length;
    return !inText && !isLabelled && width > 1 && (width < 24 || height < 24);
  });
  return [
    ...(wide > 0 ? [`${wide} px too wide`] : []),
    ...small.map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return `${labelOf(element)}: ${width} × ${height}`;
    }),
  ];
}
