import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test as base, expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { type LinuxDesktop, startLinuxDesktop } from '../support/linux-desktop.ts';

const test = base.extend<{ desktop: LinuxDesktop }>({
  desktop: async ({}, use) => {
    const desktop = await startLinuxDesktop({ tray: true });
    await use(desktop);
    await desktop.stop();
  },
});
test.skip(
  process.platform !== 'linux' || spawnSync('dbus-daemon', ['--version']).error !== undefined,
  'needs Linux and the Debian package dbus',
);

const visible = ({ app }: LaunchedAlcove) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
const closeWindow = ({ app }: LaunchedAlcove) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
/** Answers the next dialogs of the shell; resolves with their messages. */
const answerDialogs = ({ app }: LaunchedAlcove, response: number) =>
  app.evaluate(({ dialog }, chosen) => {
    const asked: string[] = [];
    (globalThis as { asked?: string[] }).asked = asked;
    dialog.showMessageBox = async (...given: unknown[]) => {
      asked.push((given.at(-1) as { message: string }).message);
      return { response: chosen, checkboxChecked: false };
    };
  }, response);
const asked = ({ app }: LaunchedAlcove) =>
  app.evaluate(() => (globalThis as { asked?: string[] }).asked ?? []);

test('shows the state of the node in the tray, pauses it, and keeps it running after the window is closed', async ({
  launchAlcove,
  desktop,
}) => {
  const alcove = await launchAlcove({ environment: desktop.environment });
  const labels = async () => (await desktop.trayMenu()).map(({ label }) => label).filter(Boolean);
  await expect
    .poll(labels)
    .toEqual(['Open Alcove', 'Running without peers', 'Pause network activity', 'Quit']);

  await desktop.clickInTray('Pause network activity');
  await expect.poll(labels).toContain('Paused by you');
  await expect(alcove.page.getByText('Paused', { exact: true })).toBeVisible();
  await desktop.clickInTray('Resume network activity');
  await expect.poll(labels).toContain('Running without peers');

  // A notification explains it once.
  await answerDialogs(alcove, 0);
  await closeWindow(alcove);
  await expect.poll(() => visible(alcove)).toEqual([false]);
  expect((await fetch(`${alcove.nodeUrl}/api/v1/node`)).status).toBe(200);

  await desktop.clickInTray('Open Alcove');
  await expect.poll(() => visible(alcove)).toEqual([true]);
  await closeWindow(alcove);
  await expect.poll(() => visible(alcove)).toEqual([false]);
  expect(await asked(alcove)).toEqual(['Alcove keeps running']);

  // The window could not be opened any more.
  await desktop.setTray(false);
  await expect.poll(() => visible(alcove)).toEqual([true]);
  await closeWindow(alcove).catch(() => {});
  expect(await alcove.exited).toBe(0);
});

test('asks once whether closing the window quits', { tag: '@story' }, async ({ launchAlcove, desktop }) => {
  const first = await launchAlcove({ environment: desktop.environment });
  await expect.poll(desktop.trayMenu).not.toEqual([]);
  await answerDialogs(first, 1);
  await closeWindow(first);
  expect(await first.exited).toBe(0);

  const { dataDir } = first;
  const again = await launchAlcove({ dataDir, environment: desktop.environment });
  await expect.poll(desktop.trayMenu).not.toEqual([]);
  await closeWindow(again).catch(() => {});
  expect(await again.exited).toBe(0);
});

test('shows only the tray when started hidden, until the window is opened, and quits by the tray', async ({
  launchHidden,
  desktop,
}) => {
  const app = await launchHidden({ environment: desktop.environment });
  const exited = once(app.process(), 'exit');
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await expect.poll(() => desktop.trayMenu().catch(() => [])).not.toEqual([]);
  expect(await windows()).toBe(0);
  const opened = app.waitForEvent('window');
  await desktop.clickInTray('Open Alcove');
  await expect((await opened).getByRole('navigation').first()).toBeVisible();

  await desktop.clickInTray('Quit');
  expect(await exited).toEqual([0, null]);
});

test('shows a minimised window when started hidden on a desktop without a tray', { tag: '@story' }, async ({
  launchHidden,
}) => {
  const app = await launchHidden({});
  const page = await app.firstWindow();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  // No window manager minimises it here; it only must not be hidden.
  const isFindable = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((window) => window.isVisible() || window.isMinimized()),
    );
  await expect.poll(isFindable).toBe(true);
});
