import { readdirSync } from 'node:fs';
import { expect, type LaunchedAlcove, test } from './fixtures.ts';

/** What an app that still runs, or was cut off, has in its data folder. */
const signsOfLife = /^Singleton|^alcove\.pid$|^control\.sock$|^alcove\.db-/;

const ways: Record<string, (alcove: LaunchedAlcove) => Promise<unknown> | boolean> = {
  'by its menu': ({ app }) => app.evaluate(({ app: shell }) => shell.quit()),
  'by closing the window': ({ app }) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
  'by SIGTERM': ({ process: child }) => child.kill('SIGTERM'),
  'by SIGINT': ({ process: child }) => child.kill('SIGINT'),
};

for (const [how, quit] of Object.entries(ways)) {
  test(`quit ${how}, the node stops and leaves no lock`, async ({ launchAlcove }) => {
    const alcove = await launchAlcove();
    const left = () => readdirSync(alcove.dataDir).filter((name) => signsOfLife.test(name));
    expect(left()).not.toEqual([]);
    // The answer to the last call may be lost with the process that gives it.
    await Promise.resolve(quit(alcove)).catch(() => {});
    expect(await alcove.exited).toBe(0);
    expect(left()).toEqual([]);
    await expect(fetch(alcove.nodeUrl)).rejects.toThrow();
  });
}

test('an error that nobody caught is told, and ends the app in order', async ({ launchAlcove }) => {
  const { app, exited, dataDir } = await launchAlcove();
  const told = await app.evaluate(({ dialog }) => {
    const shown = new Promise<string>((resolve) => {
      dialog.showMessageBox = async (...given: unknown[]) => {
        const { message, detail } = given.at(-1) as { message: string; detail: string };
        resolve(`${message} ${detail}`);
        return new Promise((answer) =>
          setTimeout(() => answer({ response: 0, checkboxChecked: false }), 200),
        );
      };
    });
    setImmediate(() => {
      throw new Error('the sky fell');
    });
    return shown;
  });
  expect(told).toContain('Alcove has to close.');
  expect(told).toContain('the sky fell');
  expect(await exited).toBe(1);
  expect(readdirSync(dataDir).filter((name) => signsOfLife.test(name))).toEqual([]);
});

test('a page with unfinished work is closed only when the person says so', async ({ launchAlcove }) => {
  const { app, page, exited } = await launchAlcove();
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  // Chromium asks only for a page that was used.
  await page.mouse.click(5, 5);
  const answerWith = (choice: number) =>
    app.evaluate(({ dialog, BrowserWindow }, chosen) => {
      const asked: string[] = [];
      dialog.showMessageBoxSync = (...given: unknown[]) => {
        asked.push((given.at(-1) as { message: string }).message);
        return chosen;
      };
      BrowserWindow.getAllWindows()[0]?.close();
      return new Promise<string[]>((resolve) => setImmediate(() => setImmediate(() => resolve(asked))));
    }, choice);

  const [stay, leave] = [0, 1];
  await answerWith(stay);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await answerWith(leave).catch(() => {});
  expect(await exited).toBe(0);
});

test('a signal ends the app without asking, whatever the page has not finished', async ({ launchAlcove }) => {
  const { page, process: child, exited } = await launchAlcove();
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  await page.mouse.click(5, 5);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

test('after it was killed, it starts again on the same data', async ({ launchAlcove }) => {
  const first = await launchAlcove();
  first.process.kill('SIGKILL');
  await first.exited;
  const second = await launchAlcove({ dataDir: first.dataDir });
  expect(second.localKey).toBe(first.localKey);
});
