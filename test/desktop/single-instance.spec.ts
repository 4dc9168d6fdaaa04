import { expect, test } from './fixtures.ts';

test('a second start shows the window of the first and ends', async ({ launchAlcove, spawnAlcove }) => {
  const { app, dataDir } = await launchAlcove();
  const isVisible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect(await isVisible()).toEqual([false]);

  const second = await spawnAlcove({ dataDir });
  expect(await second.exited).toBe(0);
  expect(second.errors()).toContain('runs already');
  await expect.poll(isVisible).toEqual([true]);
});

test('another data folder is another node with a window of its own', async ({ launchAlcove }) => {
  const first = await launchAlcove();
  const second = await launchAlcove();
  expect(second.dashboardUrl).not.toBe(first.dashboardUrl);
  expect(second.localKey).not.toBe(first.localKey);
});

test('a link that is longer than any message between the two ends neither', async ({
  launchAlcove,
  spawnAlcove,
}) => {
  const { dataDir, process: first } = await launchAlcove();
  const second = await spawnAlcove({ dataDir, args: [`alcove://content/${'A'.repeat(100_000)}`] });
  await expect.poll(second.errors, { timeout: 20_000 }).toContain('a link that is too long');
  expect(first.exitCode ?? first.signalCode).toBeNull();
});
