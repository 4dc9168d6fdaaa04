import type { ElectronApplication, Page } from '@playwright/test';
import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

test.describe('one app', () => {
  const given = sharedAlcove();

  test.afterEach(() =>
    given().app.evaluate(({ session }) => session.defaultSession.webRequest.onBeforeRequest(null)),
  );

  test('reloads an open dashboard after an update when it requests a file that no longer exists', {
    tag: '@story',
  }, async () => {
    const { app, page } = given();
    await lose(app, page, 'peers-page-', { untilAskedForBuild: true });
    await page.reload();
    await page.evaluate(() => Object.assign(window, { isOld: true }));

    await visit(page, 'Peers');
    await expect(page.getByRole('heading', { name: 'Peers', exact: true })).toBeVisible();
    expect(await page.evaluate(() => 'isOld' in window)).toBe(false);
  });

  test('shows an error for a page whose code cannot be loaded, and keeps the others working', async () => {
    const { app, page } = given();
    await lose(app, page, 'peers-page-', { untilAskedForBuild: false });
    await page.reload();

    const failed = page.getByRole('heading', { name: 'Page unavailable' });
    await visit(page, 'Peers');
    await expect(failed).toBeVisible();
    await expect(page.getByText('The page didn’t load')).toBeVisible();
    await expect(page.getByText('Try again when the node is connected.')).toBeVisible();
    await visit(page, 'Storage');
    await expect(page.getByRole('heading', { name: 'Storage', exact: true })).toBeVisible();
    await visit(page, 'Peers');
    await expect(failed).toBeVisible();

    await app.evaluate(({ session }) => session.defaultSession.webRequest.onBeforeRequest(null));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Peers', exact: true })).toBeVisible();
  });

  test('loads a language with missing texts by a reload after an update, or stays in English', {
    tag: '@story',
  }, async () => {
    const { app, page } = given();
    await lose(app, page, 'ru-', { untilAskedForBuild: true });
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Русский' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();

    await lose(app, page, 'ru-', { untilAskedForBuild: false });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  });
});

test('loads the code of all pages while idle, so that they open at once', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const { page } = await launchAlcove({ preloadsPages: true });
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    );
  await expect.poll(loaded).toMatch(/\/assets\/help-page-/);
  expect(await loaded()).toMatch(/\/assets\/peers-page-/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit(page, 'Peers');
  await expect(page.getByRole('heading', { name: 'Peers', exact: true })).toBeVisible();
  expect(asked.filter((path) => /\/assets\/.*-page-/.test(path))).toEqual([]);
});

/** Instead of the app's guard: intercepted by Playwright, a failing module would end the page. */
async function lose(
  app: ElectronApplication,
  page: Page,
  file: string,
  options: { untilAskedForBuild: boolean },
): Promise<void> {
  // Files preloaded when idle would otherwise be available without a connection.
  await (await page.context().newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true });
  const given = { ...options, lost: `/assets/${file}` };
  await app.evaluate(({ session }, { untilAskedForBuild, lost }) => {
    let isLost = true;
    session.defaultSession.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
      const { origin, pathname } = new URL(url);
      if (untilAskedForBuild && pathname === '/' && resourceType === 'xhr') {
        isLost = false;
        // Any text without the scripts of this page simulates the page of another build.
        answer({ redirectURL: `${origin}/licenses.md` });
      } else answer({ cancel: isLost && pathname.startsWith(lost) });
    });
  }, given);
}
