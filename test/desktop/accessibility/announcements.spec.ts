import { breaches } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { listen } from './announcements.ts';

test('announces the loss and return of the node, and the state of uploads, once each', async ({
  launchAlcove,
}) => {
  const { page, dashboardUrl } = await launchAlcove();
  // The event stream of the page is interrupted, and restored.
  await page.addInitScript(() => {
    const real = window.fetch;
    let cut = new AbortController();
    let attempts = 0;
    window.fetch = (input, init) => {
      if (!String(input).endsWith('/local/events')) return real(input, init);
      attempts += 1;
      document.documentElement.dataset.attempts = String(attempts);
      const signals = [cut.signal, init?.signal].filter((signal) => signal instanceof AbortSignal);
      return real(input, { ...init, signal: AbortSignal.any(signals) });
    };
    addEventListener('node-goes', () => cut.abort());
    addEventListener('node-comes', () => {
      cut = new AbortController();
    });
  });
  await page.goto(`${dashboardUrl}/library`);
  const connection = page.getByRole('link', { name: /^Your node:/ });
  await expect(connection).toHaveText('Online');
  await expect(page.getByText('Add your first file')).toBeVisible();
  const said = await listen(page);

  await page.evaluate(() => dispatchEvent(new Event('node-goes')));
  const banner = page.getByRole('note').filter({ hasText: 'Connection to your node lost' });
  await expect(banner).toBeVisible();
  expect(await breaches(page)).toEqual([]);
  const attempts = async () => Number(await page.locator('html').getAttribute('data-attempts'));
  const before = await attempts();
  const again = banner.getByRole('button', { name: 'Try now' });
  await again.click();
  await expect.poll(attempts).toBeGreaterThan(before);
  await page.evaluate(() => dispatchEvent(new Event('node-comes')));
  await again.click();
  await expect(connection).toHaveText('Online');
  await expect.poll(said).toHaveLength(2);
  expect(await said()).toEqual(['Connection to your node lost', 'Reconnected to your node']);

  const files = ['one', 'two', 'three'].map((name) => ({
    ...{ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(name) },
  }));
  await page.getByLabel('Add files').first().setInputFiles(files);
  const uploads = page.getByRole('status', { name: 'Uploads' });
  await expect(uploads).toHaveText('3 files added');
  const ofUploads = (await said()).slice(2);
  expect(ofUploads.at(-1)).toBe('3 files added');
  expect(ofUploads.filter((each) => !/^Adding files: \d of 3 done$/.test(each))).toHaveLength(1);
  expect(ofUploads).toHaveLength(new Set(ofUploads).size);
});
