import { localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

/** Chromium's network process. */
const networkProcess = ({ app }: LaunchedAlcove) =>
  app.evaluate(
    ({ app: shell }) =>
      shell.getAppMetrics().find(({ serviceName }) => serviceName === 'network.mojom.NetworkService')?.pid,
  );

test('resumes an upload automatically after a kill of the process that sent it', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const alcove = await launchAlcove();
  const { page, askLocal } = alcove;
  await visit(page, 'Library');
  const choose = page.getByLabel('Add files');
  await expect(choose).toBeAttached();
  // Without a network, no more of the page would be loaded.
  await choose.setInputFiles({ name: 'first.txt', mimeType: 'text/plain', buffer: Buffer.from('first') });
  await expect(page.getByRole('region', { name: 'Adding files' }).getByText('first.txt')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Your files' })).toContainText('first.txt');
  await page.clock.install();
  const file = {
    name: 'stalled.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(5_000_000, 7),
  };
  // It stalls before the first byte, so that it cannot be faster than this test.
  const stopped = (await networkProcess(alcove)) ?? 0;
  process.kill(stopped, 'SIGSTOP');
  try {
    await choose.setInputFiles(file);
    await expect(page.getByText('stalled.bin')).toBeVisible();
  } finally {
    // The app could not end while it waits for this process.
    process.kill(stopped, 'SIGKILL');
  }
  await expect.poll(async () => [undefined, stopped].includes(await networkProcess(alcove))).toBe(false);
  await page.clock.fastForward(31_000);
  const stored = async () => localContentPage.parse(await (await askLocal('/local/content')).json()).items;
  await expect
    .poll(async () => (await stored()).map(({ name, size }) => ({ name, size })))
    .toContainEqual({ name: file.name, size: file.buffer.length });
  await expect(page.getByText('Upload interrupted')).toHaveCount(0);
});
