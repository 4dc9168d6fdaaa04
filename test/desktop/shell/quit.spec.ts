import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';

/** The files of an app that still runs, or was killed, in its data folder. */
const signsOfLife = /^Singleton|^alcove\.pid$|^control\.sock$|^alcove\.db-/;

/** The node waits for the rest of it before it stops. */
async function beginRequest(nodeUrl: string): Promise<void> {
  const begun = request(new URL('/api/v1/network.handshake', nodeUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': 1000, Expect: '100-continue' },
  });
  begun.on('error', () => {});
  begun.flushHeaders();
  await once(begun, 'continue');
}

const ways: Record<string, (alcove: LaunchedAlcove) => Promise<unknown> | boolean> = {
  'by its menu': ({ app }) => app.evaluate(({ app: shell }) => shell.quit()),
  'by closing the window': ({ app }) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
  'by SIGTERM': ({ process: child }) => child.kill('SIGTERM'),
  'by SIGTERM to all its processes, while an answer is under way': async ({ process: child, nodeUrl }) => {
    await beginRequest(nodeUrl);
    return process.kill(-(child.pid ?? 0), 'SIGTERM');
  },
  'by SIGINT': ({ process: child }) => child.kill('SIGINT'),
};

/** One way of users, and one of systems, which ends the processes of the app at once. */
const everyTime = ['by its menu', 'by SIGTERM to all its processes, while an answer is under way'];

for (const [how, quit] of Object.entries(ways)) {
  const tag = everyTime.includes(how) ? [] : ['@story'];
  test(`stops the node and leaves no lock when it quits ${how}`, { tag }, async ({ launchAlcove }) => {
    const alcove = await launchAlcove();
    const left = () => readdirSync(alcove.dataDir).filter((name) => signsOfLife.test(name));
    expect(left()).not.toEqual([]);
    // The response to the last call may be lost with its process.
    await Promise.resolve(quit(alcove)).catch(() => {});
    expect(await alcove.exited).toBe(0);
    expect(left()).toEqual([]);
    await expect(fetch(alcove.nodeUrl)).rejects.toThrow();
  });
}

test('logs failed steps of the shutdown, runs all others, and exits with code 1', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const { app, exited, dataDir, nodeUrl } = await launchAlcove();
  const quit = app.evaluate(({ app: shell }) => {
    const { abort } = AbortController.prototype;
    AbortController.prototype.abort = function (...given) {
      const caller = new Error().stack?.split('\n')[2] ?? '';
      if (/Updates\.stop|DownloadHandlers\.stop/.test(caller)) throw new Error('broken step');
      abort.apply(this, given);
    };
    shell.quit();
  });
  await quit.catch(() => {});
  expect(await exited).toBe(1);
  expect(readdirSync(dataDir).filter((name) => signsOfLife.test(name))).toEqual([]);
  await expect(fetch(nodeUrl)).rejects.toThrow();
  const log = readFileSync(join(dataDir, 'logs/alcove.log'), 'utf8').trim().split('\n');
  const failed = log
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'a step of the shutdown failed');
  expect(failed.map(({ step, err }) => [step, err.message])).toEqual([
    ['downloads', 'broken step'],
    ['updates', 'broken step'],
  ]);
});

test('handles a request to quit during the start after the start', { tag: '@story' }, async ({
  spawnAlcove,
  temporaryFolder,
}) => {
  const dataDir = temporaryFolder();
  const alcove = await spawnAlcove({ dataDir });
  await expect.poll(() => readdirSync(dataDir), { intervals: [5] }).toContain('alcove.pid');
  alcove.process.kill('SIGTERM');
  expect(await alcove.exited).toBe(0);
  expect(readdirSync(dataDir).filter((name) => signsOfLife.test(name))).toEqual([]);
});

test('shows an uncaught error and quits the app in order', { tag: '@story' }, async ({ launchAlcove }) => {
  const { app, exited, dataDir } = await launchAlcove();
  const messages = await app.evaluate(({ dialog }) => {
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
  expect(messages).toContain('Alcove has to close');
  expect(messages).toContain('the sky fell');
  expect(await exited).toBe(1);
  expect(readdirSync(dataDir).filter((name) => signsOfLife.test(name))).toEqual([]);
});

test('closes a page with unfinished work only after a confirmation, which blocks nothing', async ({
  launchAlcove,
}) => {
  const { app, page, exited, nodeUrl } = await launchAlcove();
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  // Chromium asks only after an interaction with the page.
  await page.mouse.click(5, 5);
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (...given: unknown[]) => {
      Object.assign(globalThis, { asked: (given.at(-1) as { message: string }).message });
      return new Promise((resolve) => {
        Object.assign(globalThis, {
          answer: (response: number) => resolve({ response, checkboxChecked: false }),
        });
      });
    };
  });
  const close = () =>
    app.evaluate(({ BrowserWindow }) => {
      Reflect.deleteProperty(globalThis, 'asked');
      BrowserWindow.getAllWindows()[0]?.close();
    });
  const asked = () => app.evaluate(() => (globalThis as { asked?: string }).asked);
  const answer = (choice: number) =>
    app.evaluate(
      (_electron, chosen) => (globalThis as unknown as { answer(choice: number): void }).answer(chosen),
      choice,
    );

  const [stay, quit] = [0, 1];
  await close();
  await expect.poll(asked).toBe('Upload in progress');
  expect((await fetch(nodeUrl)).status).toBe(404);
  await answer(stay);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await close();
  await expect.poll(asked).toBe('Upload in progress');
  await answer(quit).catch(() => {});
  const late = delay(25_000, 'still running', { ref: false });
  expect(await Promise.race([exited, late]), `asked: ${await asked().catch(() => undefined)}`).toBe(0);
});

test('does not ask again when the page finishes loading after the decision to quit', {
  tag: '@story',
}, async ({ launchAlcove }) => {
  const { app, page, exited } = await launchAlcove();
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  await page.mouse.click(5, 5);
  const asked = await app
    .evaluate(({ BrowserWindow, dialog }) => {
      const [window] = BrowserWindow.getAllWindows();
      const close = window?.close.bind(window);
      let times = 0;
      return new Promise<number>((resolve) => {
        dialog.showMessageBox = async () => {
          times += 1;
          if (times > 1) resolve(times);
          await new Promise((answer) => setTimeout(answer, 100));
          return { response: 1, checkboxChecked: false };
        };
        window?.once('closed', () => resolve(times));
        close?.();
        Object.assign(window ?? {}, {
          close: () => {
            window?.webContents.emit('did-finish-load');
            close?.();
          },
        });
      });
    })
    .catch(() => 1);
  expect(asked).toBe(1);
  expect(await exited).toBe(0);
});

test('keeps the node responsive during a native dialog, and starts again on the same data after a kill', {
  tag: '@story',
}, async ({ launchAlcove }) => {
  const first = await launchAlcove();
  const { app, page, nodeUrl } = first;
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  await page.mouse.click(5, 5);
  await app.evaluate(({ BrowserWindow, dialog }) => {
    const { showMessageBox } = dialog;
    const shown = new Promise<void>((resolve) => {
      dialog.showMessageBox = ((...given: Parameters<typeof showMessageBox>) => {
        resolve();
        return showMessageBox(...given);
      }) as typeof showMessageBox;
    });
    BrowserWindow.getAllWindows()[0]?.close();
    return shown;
  });
  expect((await fetch(nodeUrl, { signal: AbortSignal.timeout(10_000) })).status).toBe(404);

  first.process.kill('SIGKILL');
  await first.exited;
  const second = await launchAlcove({ dataDir: first.dataDir });
  expect(second.sessionToken).not.toBe(first.sessionToken);
  const headers = { Authorization: `Bearer ${first.sessionToken}` };
  expect((await fetch(`${second.dashboardUrl}/local/overview`, { headers })).status).toBe(401);
});

test('ends after the next quit if the user prevented a restart', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const { app, page, askLocal, process: running, exited } = await launchAlcove();
  let said = '';
  running.stdout?.on('data', (text) => {
    said += String(text);
  });
  await app.evaluate(({ app: electron, dialog }) => {
    electron.relaunch = () => process.stdout.write('relaunched\n') && undefined;
    dialog.showMessageBox = async () => {
      setImmediate(() => process.stdout.write('stayed\n'));
      return { response: 0, checkboxChecked: false };
    };
  });
  await page.evaluate(() => {
    addEventListener('beforeunload', (event) => document.title !== 'done' && event.preventDefault());
  });
  await page.mouse.click(5, 5);
  expect((await askLocal('/local/restart', { method: 'POST' })).status).toBe(200);
  await expect.poll(() => said).toContain('stayed');
  await page.evaluate(() => {
    document.title = 'done';
  });
  await app.evaluate(({ app: electron }) => electron.quit()).catch(() => {});
  expect(await exited).toBe(0);
  expect(said).not.toContain('relaunched');
});
