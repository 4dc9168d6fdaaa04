import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';

const boundsOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());

async function quit({ app, exited }: LaunchedAlcove): Promise<void> {
  await app.evaluate(({ app: shell }) => shell.quit()).catch(() => {});
  await exited;
}

test('restores the position of the window, and moves it back from a missing display', {
  tag: '@story',
}, async ({ launchAlcove, spawnAlcove }) => {
  const first = await launchAlcove();
  const left = { x: 41, y: 63, width: 730, height: 610 };
  await first.app.evaluate(({ BrowserWindow }, bounds) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
  }, left);
  await expect.poll(() => boundsOf(first.app)).toEqual(left);
  await quit(first);

  const second = await launchAlcove({ dataDir: first.dataDir });
  expect(await boundsOf(second.app)).toEqual(left);
  await second.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 9000, y: 9000, width: 730, height: 610 });
  });
  await expect.poll(async () => (await boundsOf(second.app))?.x).toBe(9000);
  await quit(second);

  const { app, dataDir } = await launchAlcove({ dataDir: first.dataDir });
  const moved = await boundsOf(app);
  expect(moved).toMatchObject({ width: 730, height: 610 });
  expect(moved?.x).toBeLessThan(9000);

  // Its display is removed while it is hidden.
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setBounds({ x: 9000, y: 9000, width: 730, height: 610 });
    window?.hide();
  });
  expect(await (await spawnAlcove({ dataDir })).exited).toBe(0);
  await expect.poll(async () => (await boundsOf(app))?.x).toBeLessThan(1600);
  expect(await boundsOf(app)).toMatchObject({ width: 730, height: 610 });
});

test('survives files of the shell that can be neither read nor written', async ({
  launchAlcove,
  temporaryFolder,
}) => {
  const dataDir = temporaryFolder();
  const inTheWay = (name: string) => mkdirSync(join(dataDir, name, 'folder'), { recursive: true });
  for (const name of ['desktop.json', 'updates.json']) inTheWay(name);
  const alcove = await launchAlcove({ dataDir });
  const { app, page, nodeUrl } = alcove;
  const keep = (keep_running: boolean) =>
    page.evaluate((edit) => window.alcove?.invoke('preferences.set', edit), { keep_running });
  expect(await keep(false)).toMatchObject({ keep_running: false });

  rmSync(join(dataDir, 'window.json'), { force: true });
  inTheWay('window.json');
  const failed = logged(alcove, 'could not be written');
  const left = { x: 41, y: 63, width: 730, height: 610 };
  await app.evaluate(({ BrowserWindow }, bounds) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
  }, left);
  await failed;
  expect((await fetch(nodeUrl)).status).toBe(404);
  await quit(alcove);
  expect(await alcove.exited).toBe(0);
});

const logged = ({ process: { stderr } }: LaunchedAlcove, text: string) =>
  new Promise<void>((resolve) =>
    stderr?.on(
      'data',
      (chunk) => String(chunk).includes(text) && String(chunk).includes('window.json') && resolve(),
    ),
  );
