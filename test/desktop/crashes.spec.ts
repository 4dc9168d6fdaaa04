import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdDialogs } from './held-dialogs.ts';

/** Playwright does not speak with a page again that has crashed. */
const inPage = <T>(app: ElectronApplication, code: string): Promise<T | undefined> =>
  app.evaluate(async ({ BrowserWindow }, source) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents || contents.isCrashed() || contents.isLoading()) return undefined;
    return contents.executeJavaScript(source);
  }, code);

/** The page that is shown, once it is there. */
const shownPage = (app: ElectronApplication) =>
  inPage<string>(app, 'document.querySelector("main h1") && location.pathname');

const crash = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const gone = new Promise<void>((resolve) => contents?.once('render-process-gone', () => resolve()));
    contents?.forcefullyCrashRenderer();
    return gone;
  });

const textOfPage = (app: ElectronApplication) => inPage<string>(app, 'document.body.innerText');

test('a page that crashes comes back; the second time it is the start page, with a word; then the person is asked', async ({
  launchAlcove,
  spawnAlcove,
}) => {
  test.setTimeout(150_000);
  const { app, page, dataDir, exited } = await launchAlcove();
  const dialogs = await holdDialogs(app);
  await page.getByRole('navigation').getByRole('link', { name: 'Market', exact: true }).click();
  await expect.poll(() => shownPage(app)).toBe('/market');
  await crash(app);
  await expect.poll(() => shownPage(app)).toBe('/market');
  expect(await textOfPage(app)).not.toContain('stopped twice');

  await crash(app);
  await expect.poll(() => shownPage(app)).toBe('/');
  await expect.poll(() => textOfPage(app)).toContain('The page stopped twice');
  expect(await textOfPage(app)).toContain('Your node is still running');

  await crash(app);
  await expect.poll(dialogs.open).toEqual(['The window stopped working. Show again / Quit']);
  // Whoever starts the app once more finds the same question.
  expect(await (await spawnAlcove({ dataDir })).exited).toBe(0);
  expect(await dialogs.open()).toHaveLength(1);
  await dialogs.answer('Show again');
  await expect.poll(() => shownPage(app)).toBe('/');

  for (let times = 0; times < 2; times += 1) {
    await crash(app);
    await expect.poll(() => shownPage(app)).toBe('/');
  }
  await crash(app);
  await expect.poll(dialogs.open).toHaveLength(1);
  await dialogs.answer('Quit').catch(() => {});
  expect(await exited).toBe(0);
  expect(readFileSync(join(dataDir, 'logs', 'alcove.log'), 'utf8')).toContain('the page of a window is gone');
});

test('a page that hangs is waited for or loaded again, as the person says', async ({ launchAlcove }) => {
  test.setTimeout(180_000);
  const { app } = await launchAlcove();
  const dialogs = await holdDialogs(app);
  await expect.poll(() => shownPage(app)).toBe('/');
  const hang = (ms: number) =>
    app.evaluate(({ BrowserWindow }, most) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.focus();
      const contents = window?.webContents;
      void contents
        ?.executeJavaScript(`{ const end = Date.now() + ${most}; while (Date.now() < end); }`)
        .catch(() => {});
      for (const keyCode of ['A', 'B']) contents?.sendInputEvent({ type: 'keyDown', keyCode });
    }, ms);
  const patience = { timeout: 80_000 };

  await hang(1e9);
  await expect.poll(dialogs.open, patience).toEqual(['The page is not responding. Wait / Reload']);
  await dialogs.answer('Reload');
  await expect.poll(() => shownPage(app)).toBe('/');
  expect(await dialogs.open()).toEqual([]);
});

test('a process of the app that is gone is logged', async ({ launchAlcove }) => {
  const { app, dataDir } = await launchAlcove();
  await app.evaluate(async ({ app: shell }) => {
    const gone = new Promise((resolve) => shell.once('child-process-gone', resolve));
    const helper = shell.getAppMetrics().find(({ type }) => type === 'Utility' || type === 'GPU');
    if (helper) process.kill(helper.pid, 'SIGKILL');
    await gone;
  });
  const log = () => readFileSync(join(dataDir, 'logs', 'alcove.log'), 'utf8');
  await expect.poll(log).toContain('a process of the app is gone');
});

test('the page is loaded again from the menu, in a release, too', async ({ launchAlcove }) => {
  const { app, page } = await launchAlcove();
  await page.evaluate(() => Object.assign(window, { before: true }));
  const reloaded = page.waitForEvent('domcontentloaded');
  await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find(({ label }) => label === 'Reload')?.click();
  });
  await reloaded;
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
});
