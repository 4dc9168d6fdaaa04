import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';
import { holdDialogs } from './held-dialogs.ts';

/** Playwright has no connection to a page that has crashed. */
const inPage = <T>(app: ElectronApplication, code: string): Promise<T | undefined> =>
  app.evaluate(async ({ BrowserWindow }, source) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents || contents.isCrashed() || contents.isLoading()) return undefined;
    return contents.executeJavaScript(source);
  }, code);

/** The current page, once it is loaded. */
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

test('logs a killed process; reloads a crashed page, then opens the start page with a message, then asks the user', {
  tag: '@story',
}, async ({ launchAlcove, spawnAlcove }) => {
  const { app, page, dataDir, exited } = await launchAlcove();
  const log = () => readFileSync(join(dataDir, 'logs', 'alcove.log'), 'utf8');
  await app.evaluate(async ({ app: shell }) => {
    const gone = new Promise((resolve) => shell.once('child-process-gone', resolve));
    const helper = shell.getAppMetrics().find(({ type }) => type === 'Utility' || type === 'GPU');
    if (helper) process.kill(helper.pid, 'SIGKILL');
    await gone;
  });
  await expect.poll(log).toContain('a process of the app ended unexpectedly');

  const dialogs = await holdDialogs(app);
  await visit(page, 'Peers');
  await expect.poll(() => shownPage(app)).toBe('/node/peers');
  await crash(app);
  await expect.poll(() => shownPage(app)).toBe('/node/peers');
  await expect.poll(() => textOfPage(app)).toContain('Added files are safe');
  expect(await textOfPage(app)).not.toContain('stopped twice');

  await crash(app);
  await expect.poll(() => shownPage(app)).toBe('/');
  await expect.poll(() => textOfPage(app)).toContain('The page stopped twice');
  expect(await textOfPage(app)).toContain('Your node is running');

  await crash(app);
  await expect.poll(dialogs.open).toEqual(['Window stopped working Show again / Quit']);
  // Another start of the app shows the same question.
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
  expect(log()).toContain('the page of a window ended unexpectedly');
});

/** Makes a page wait for a response that never ends, without the use of a processor. */
const hang = `void window.alcove.invoke('dashboardSession.get').then((key) => {
  const request = new XMLHttpRequest();
  request.open('GET', '/local/events', false);
  request.setRequestHeader('Authorization', 'Bearer ' + key);
  request.send();
})`;

/**
 * The app with a user, because Chromium does not detect a hang of a page with a debugger, such as Playwright.
 * The user makes the page hang, types, waits once, reloads it, and quits once the page is back.
 * @returns its folder
 */
function hanging(folder: string): string {
  writeFileSync(
    join(folder, 'package.json'),
    '{"name":"alcove","version":"1.0.0","type":"module","main":"main.js"}',
  );
  const program = `
    import { app, dialog } from 'electron';
    const tell = (text) => process.stderr.write(text + '\\n');
    let asked = 0;
    dialog.showMessageBox = async (...given) => {
      const { message, buttons } = given.at(-1);
      tell('asked ' + message + ' ' + buttons.join(' / '));
      asked += 1;
      return { response: asked === 1 ? buttons.indexOf('Wait') : buttons.indexOf('Reload'), checkboxChecked: false };
    };
    app.once('web-contents-created', (_event, contents) => {
      let typing;
      contents.on('did-finish-load', () => {
        if (!contents.getURL().startsWith('http:')) return;
        if (asked > 0) {
          tell('back at ' + new URL(contents.getURL()).pathname);
          clearInterval(typing);
          app.quit();
          return;
        }
        contents.executeJavaScript(${JSON.stringify(hang)}).catch(() => {});
        typing = setInterval(() => {
          if (!contents.isCrashed()) contents.sendInputEvent({ type: 'keyDown', keyCode: 'A' });
        }, 500);
      });
    });
    await import(${JSON.stringify(new URL('../../../dist/node/main.js', import.meta.url).href)});`;
  writeFileSync(join(folder, 'main.js'), program);
  return folder;
}

test('waits for a page that hangs or reloads it, as the user chooses', { tag: '@story' }, async ({
  spawnAlcove,
  temporaryFolder,
}) => {
  test.skip(process.env.ALCOVE_PACKAGED_APP !== undefined, 'a package starts no other main program');
  const alcove = await spawnAlcove({ dataDir: temporaryFolder(), appFolder: hanging(temporaryFolder()) });
  expect(await alcove.exited).toBe(0);
  const output = alcove.errors().match(/^(?:asked|back).*$/gm);
  expect(output).toEqual([
    'asked Page not responding Wait / Reload',
    'asked Page not responding Wait / Reload',
    'back at /',
  ]);
});
