import { expect, sharedAlcove, test } from '../support/fixtures.ts';

test.describe('one running app', () => {
  const given = sharedAlcove();

  test('shows the window of the running app at a second start, which ends', async ({ spawnAlcove }) => {
    const { app, dataDir } = given();
    const isVisible = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    expect(await isVisible()).toEqual([false]);

    const second = await spawnAlcove({ dataDir });
    expect(await second.exited).toBe(0);
    expect(second.errors()).toContain('already runs');
    await expect.poll(isVisible).toEqual([true]);
  });

  test('survives a link that is longer than any message between the two', async ({ spawnAlcove }) => {
    const { dataDir, page, process: first } = given();
    const second = await spawnAlcove({ dataDir, args: [`alcove://content/${'A'.repeat(100_000)}`] });
    expect(await second.exited).toBe(0);
    await expect(page.getByText('Too long for an Alcove link. Copy the link again.')).toBeVisible();
    expect(second.errors()).not.toContain('can’t start');
    expect(first.exitCode ?? first.signalCode).toBeNull();
  });

  test('rejects more files than one start can pass', async ({ spawnAlcove }) => {
    const { dataDir, page } = given();
    const files = Array.from({ length: 500 }, (_, at) => `/tmp/${'a long name '.repeat(5)}${at}.txt`);
    const second = await spawnAlcove({ dataDir, args: files });
    expect(await second.exited).toBe(0);
    await expect(page.getByText('Too many files at once.')).toBeVisible();
  });

  test('runs another data folder as another node with a window of its own', { tag: '@story' }, async ({
    launchAlcove,
  }) => {
    const first = given();
    const second = await launchAlcove();
    expect(second.dashboardUrl).not.toBe(first.dashboardUrl);
    expect(second.sessionToken).not.toBe(first.sessionToken);
  });
});
