import type { ElectronApplication, Page } from '@playwright/test';
import { type LocalContentPage, localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import type { RemoteContentList } from '../../../src/contract/node-api/discovery.ts';
import { json } from '../../support/node/start-test-node.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { menuItem } from '../support/menu.ts';
import { type StandIns, standIn } from '../support/stand-ins.ts';
import { visit } from '../support/visit.ts';
import { chainTroubles, troubledItem, troubledTitle } from './chain-error-states.ts';
import { troubles } from './error-states.ts';
import { leftInEnglish } from './left-in-english.ts';

const choose = async (page: Page, label: string, language: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: language }).click();
};
/** The language of the application in the shell. */
const menuOf = (app: ElectronApplication) =>
  app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
const shown = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('applies another language immediately, also to running operations', async ({ takeAlcove }) => {
  const { page, app } = await takeAlcove();
  expect(await shown(page)).toBe('en');
  expect(await menuOf(app)).toContain('&View');
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.startsWith('/local/content'),
    async (route) => {
      if (route.request().method() !== 'GET') await mayGoOn;
      await route.continue();
    },
  );
  await visit(page, 'Library');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'доклад.txt', mimeType: 'text/plain', buffer: Buffer.from('слова') });
  await expect(page.getByRole('region', { name: 'Adding files' }).getByText('доклад.txt')).toBeVisible();

  await visit(page, 'Settings');
  await choose(page, 'Language', 'Русский');
  await expect(page.getByRole('heading', { level: 1, name: 'Общие' })).toBeVisible();
  await page.getByRole('link', { name: /^Библиотека/ }).click();
  expect(await shown(page)).toBe('ru');
  await expect.poll(() => menuOf(app)).toContain('&Вид');
  const upload = page.getByRole('region', { name: 'Добавление файлов' }).getByRole('listitem');
  await expect(upload).toContainText('доклад.txt');
  await expect(upload.getByRole('button', { name: 'Отменить добавление' })).toBeVisible();
  goOn();
  await expect(upload).toContainText('Добавлен');
});

test('keeps the language after a restart', { tag: '@story' }, async ({ launchAlcove }) => {
  const first = await launchAlcove();
  const { page, app, exited, dashboardUrl } = first;
  await visit(page, 'Settings');
  await choose(page, 'Language', 'Русский');
  await expect(page.getByRole('heading', { level: 1, name: 'Общие' })).toBeVisible();
  await expect.poll(() => menuOf(app)).toContain('&Вид');

  await app.evaluate(({ app: shell }) => shell.quit()).catch(() => {});
  await exited;
  const again = await launchAlcove({
    dataDir: first.dataDir,
    args: ['--set', `dashboard.port=${new URL(dashboardUrl).port}`],
  });
  await expect(again.page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
  expect(await menuOf(again.app)).toContain('&Вид');
  await choose(again.page, 'Язык', 'English');
  await expect(again.page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect.poll(() => menuOf(again.app)).toContain('&View');

  // Earlier versions kept the choice in the page's storage alone.
  await again.page.evaluate(async () => {
    await window.alcove?.invoke('preferences.set', { language: 'auto' });
    localStorage.setItem('alcove.language', 'ru');
  });
  await again.page.reload();
  await expect(again.page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
  expect(await menuOf(again.app)).toContain('&Вид');
  expect(await again.page.evaluate(() => localStorage.getItem('alcove.language'))).toBeNull();
});

/** With their headings. */
const pages: Record<string, string> = {
  '': 'Главная',
  library: 'Библиотека',
  'explore/free': 'Бесплатное',
  'explore/following': 'Подписки',
  'library/shared': 'Общий доступ',
  'library/trash': 'Корзина',
  sell: 'Продажа',
  'explore/store': 'Магазин',
  'library/bought': 'Купленное',
  'library/given': 'Купленное',
  'library/declined': 'Купленное',
  wallet: 'Кошелёк',
  node: 'Узел',
  'node/storage': 'Хранилище',
  'node/peers': 'Узлы',
  'node/peers?peer=https%3A%2F%2Fkey-changed.example.org': 'Узлы',
  'node/transfers': 'Передачи',
  'node/log': 'Журнал',
  'settings/general': 'Общие',
  'settings/privacy': 'Приватность',
  'settings/backup': 'Резервная копия',
  'settings/backup/restore-backup': 'Восстановление из копии',
  'settings/network': 'Сеть',
  'settings/access': 'Доступ',
  'settings/developers': 'Разработчикам',
  'settings/advanced': 'Дополнительно',
  help: 'Справка',
  'settings/developers/api': 'API',
  'no-such-page': 'Страница не найдена',
};
const dialogs = [
  { at: 'library', open: ['Действия: ', 'Изменить…'] },
  { at: 'library', open: ['Действия: ', 'Заблокировать…'] },
  { at: 'library', open: ['Действия: ', 'Поделиться…'] },
  { at: 'explore/free', open: ['Действия: ', 'Подписаться…'] },
  { at: 'explore/following', open: ['Отписаться: '] },
  { at: 'library/shared', open: ['Закрыть доступ: '] },
  { at: troubledItem, open: ['Купить для'] },
  { at: `${troubledItem}?tab=sharing`, open: ['Купить за'] },
  { at: 'library/bought', open: ['Действия: ', 'Изменить цену…'] },
  { at: 'library/bought', open: ['Действия: ', 'Отозвать предложение…'] },
  { at: 'library/bought', open: ['Действия: ', 'Подарить…'] },
  { at: 'node/log', open: ['Экспорт', 'Всё…'] },
] as const;
const widths = [1100, 380];

test.describe('in Russian', { tag: '@story' }, () => {
  const given = sharedAlcove();

  test('has no English text on pages of a new node', async () => {
    const { page } = await inRussian(given());
    const left: string[] = [];
    for (const [path, heading] of Object.entries(pages)) {
      await open(page, path, heading);
      left.push(...(await leftAt(page, `/${path}`)));
    }
    expect(left).toEqual([]);
  });

  test('has no English text with every error at once, and no page wider than the window from right to left', async () => {
    const alcove = await inRussian(given());
    const { page } = alcove;
    const content = await storedContent(alcove);
    await standIn(page, everyTrouble(alcove, content));
    const left: string[] = [];
    for (const [path, heading] of Object.entries({
      ...pages,
      [troubledItem]: otherLetters(troubledTitle),
      [`sell/${content.items.at(-1)?.content_id}`]: 'Продажа',
      [`item/${content.items[0]?.content_id}`]: content.items[0]?.title ?? '',
    })) {
      await open(page, path, heading);
      left.push(...(await leftAt(page, `/${path}`)));
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
      });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(
            () =>
              page.evaluate(
                () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
              ),
            `/${path} at ${width}`,
          )
          .toBe(0);
      }
      await page.setViewportSize({ width: 1100, height: 800 });
      await page.evaluate(() => {
        document.documentElement.dir = 'ltr';
      });
    }
    expect(left).toEqual([]);
  });

  test('has no English text in dialogs', async () => {
    const alcove = await inRussian(given());
    const { page } = alcove;
    await standIn(page, everyTrouble(alcove, await storedContent(alcove)));
    const left: string[] = [];
    for (const {
      at,
      open: [button, item],
    } of dialogs) {
      await open(page, at, at.startsWith(troubledItem) ? otherLetters(troubledTitle) : (pages[at] ?? ''));
      await page.getByRole('button', { name: button }).first().click();
      if (item !== undefined) await (await menuItem(page, item, 'Ещё')).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      left.push(...(await leftAt(page, `${button} ${item ?? ''}`)));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    expect(left).toEqual([]);
  });
});

async function inRussian(alcove: LaunchedAlcove): Promise<LaunchedAlcove> {
  const { page } = alcove;
  await page.evaluate(() => localStorage.setItem('alcove.language', 'ru'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  return alcove;
}

async function leftAt(page: Page, place: string): Promise<string[]> {
  return (await leftInEnglish(page)).map((text) => `${place}: ${text}`);
}

/** Navigates to another page without a reload. */
async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', `/${to}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Stored files, a token and a block. */
async function storedContent({ askLocal }: LaunchedAlcove): Promise<LocalContentPage> {
  for (let n = 0; n < 8; n += 1) {
    await askLocal('/local/content', {
      method: 'POST',
      body: `слова ${n}`,
      headers: { 'X-File-Name': Buffer.from(`запись ${n}`).toString('base64') },
    });
  }
  await askLocal('/local/tokens', { method: 'POST', ...json({ name: 'бот', scopes: ['content:read'] }) });
  await askLocal('/local/blocked', {
    method: 'POST',
    ...json({ content_id: '11'.repeat(32), reason: 'так' }),
  });
  return localContentPage.parse(await (await askLocal('/local/content')).json());
}

/** All features at once; texts of users are not in Latin letters. */
function everyTrouble({ nodeUrl }: LaunchedAlcove, content: LocalContentPage): StandIns {
  const found: RemoteContentList['items'] = content.items.map((item) => ({
    ...{ content_id: item.content_id, content_sha256: item.content_sha256, size: item.size, stored: false },
    ...{
      content_type: 'audio/mpeg',
      title: item.title,
      description: '',
      authors: ['Анна'],
      hashtags: ['море'],
    },
    ...{ cover_id: null, owner: null, created_at: item.created_at, content_url: `${nodeUrl}/x`, sources: [] },
  }));
  const given = {
    ...troubles(content, { items: found, next_cursor: null, total: found.length }),
    ...chainTroubles,
  };
  return inOtherLetters(given) as StandIns;
}

const personal = new Set(['title', 'name', 'description', 'authors', 'hashtags', 'value', 'app']);

function inOtherLetters(given: unknown, isPersonal = false): unknown {
  if (typeof given === 'string') return isPersonal ? otherLetters(given) : given;
  if (Array.isArray(given)) return given.map((each) => inOtherLetters(each, isPersonal));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, inOtherLetters(value, personal.has(key))]),
  );
}

function otherLetters(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x3c0));
}
