import type { Locator, Page } from '@playwright/test';
import { breaches } from '../support/accessibility.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { aroundBy, tabTo } from '../support/keyboard.ts';
import { listen } from './announcements.ts';

async function storeSome({ askLocal }: LaunchedAlcove): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    await askLocal('/local/content', {
      method: 'POST',
      body: Buffer.from(`the bytes of ${n}`),
      headers: { 'X-File-Name': Buffer.from(`file ${n}.txt`).toString('base64') },
    });
  }
}

/** Opens the page of a path. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading (?!more)/ })).toHaveCount(0);
}

test('reaches every control of each page by Tab, with a visible focus', {
  tag: '@story',
}, async ({ launchAlcove }) => {
  const alcove = await launchAlcove();
  const { page, dashboardUrl, askLocal } = alcove;
  await storeSome(alcove);
  await askLocal('/local/peers', {
    method: 'POST',
    body: JSON.stringify({ url: 'http://127.0.0.1:9' }),
    headers: { 'Content-Type': 'application/json' },
  });
  const paths = [
    '',
    'library',
    'explore/store',
    'wallet',
    'node/storage',
    'node/peers',
    'settings/access',
    'node/log',
    'settings',
    'help',
    'settings/developers',
  ];
  for (const [n, path] of paths.entries()) {
    await page.emulateMedia({ colorScheme: n % 2 === 0 ? 'dark' : 'light', reducedMotion: 'reduce' });
    await open(page, `${dashboardUrl}/${path}`);
    expect.soft(await aroundBy(page), path).toEqual([]);
  }
});

test.describe('one app', () => {
  const given = sharedAlcove({ startsEmpty: true });

  test('stores, opens and deletes a file, and adds a peer, by keyboard only', { tag: '@story' }, async () => {
    const { page } = given();
    const main = page.getByRole('navigation', { name: 'Main' });
    await tabTo(page, main.getByRole('link', { name: 'Library', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    const choose = page.getByRole('button', { name: 'Add files' }).first();
    // The browser provides these after a moment.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, choose);
    await page.keyboard.press('Enter');
    const text = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
    await (await chooser).setFiles(text);
    const actions = page.getByRole('button', { name: 'Actions for a.txt' });
    await tabTo(page, actions);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(actions).toBeFocused();

    await page.keyboard.press('Enter');
    const moveTo = async (name: string) => {
      const item = page.getByRole('menuitem', { name });
      for (let n = 0; n < 12 && !(await item.evaluate((one) => one === document.activeElement)); n += 1) {
        await page.keyboard.press('ArrowDown');
      }
      await expect(item).toBeFocused();
      await page.keyboard.press('Enter');
    };
    await moveTo('More');
    await expect(page.getByRole('menuitem', { name: 'Open in browser' })).toBeFocused();
    await moveTo('Block…');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    for (let n = 0; n < 5; n += 1) {
      await page.keyboard.press('Tab');
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(actions).toBeFocused();
    await page.keyboard.press('Enter');
    await moveTo('Delete');
    await expect(page.getByText('Add your first file')).toBeVisible();

    await tabTo(page, main.getByRole('link', { name: 'Node' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main', { name: 'Node' })).toBeFocused();
    await tabTo(page, page.getByRole('navigation', { name: 'Node' }).getByRole('link', { name: 'Peers' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main', { name: 'Peers' })).toBeFocused();
    const address = page.getByRole('textbox', { name: 'Address of a public node' });
    await tabTo(page, address);
    await page.keyboard.type('http://127.0.0.1:9');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'the handshake failed' })).toBeVisible();
  });

  test('keeps current, selected and focused items distinguishable in a contrast theme of the system', async () => {
    const alcove = given();
    const { page, dashboardUrl } = alcove;
    await storeSome(alcove);
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await open(page, `${dashboardUrl}/library`);
    expect(await aroundBy(page)).toEqual([]);
    /** The visible parts without backgrounds. */
    const lines = (link: Locator) =>
      link.evaluate((element) => {
        const { borderBottom, outline } = getComputedStyle(element);
        return `${borderBottom} and ${outline}`;
      });
    const main = page.getByRole('navigation', { name: 'Main' });
    const tabs = page.getByRole('navigation', { name: 'Library', exact: true });
    for (const [current, other] of [
      [main.getByRole('link', { name: 'Library', exact: true }), main.getByRole('link', { name: 'Node' })],
      [tabs.getByRole('link', { name: 'All' }), tabs.getByRole('link', { name: 'Shared' })],
    ] as const) {
      expect(await lines(current)).not.toBe(await lines(other));
    }
    await open(page, `${dashboardUrl}/node/storage`);
    const part = page
      .getByRole('list', { name: 'Storage used' })
      .locator('xpath=preceding-sibling::div/div')
      .first();
    await expect(part).toHaveCSS('forced-color-adjust', 'none');
  });

  test('announces the loss and return of the node, and the state of uploads, once each', async () => {
    const { page, dashboardUrl } = given();
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
    await expect(connection).toHaveText('Running');
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
    await expect(connection).toHaveText('Running');
    await expect.poll(said).toHaveLength(2);
    expect(await said()).toEqual(['Connection to your node lost', 'Reconnected to your node']);

    const files = ['one', 'two', 'three'].map((name) => ({
      ...{ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(name) },
    }));
    await page.getByLabel('Add files').first().setInputFiles(files);
    const uploads = page.getByRole('status', { name: 'Adding files' });
    await expect(uploads).toHaveText('3 files added');
    const ofUploads = (await said()).slice(2);
    expect(ofUploads.at(-1)).toBe('3 files added');
    expect(ofUploads.filter((each) => !/^Adding files: (0|25|50|75)%$/.test(each))).toHaveLength(1);
    expect(ofUploads).toHaveLength(new Set(ofUploads).size);
  });
});
