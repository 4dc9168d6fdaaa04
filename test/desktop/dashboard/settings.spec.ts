import type { Page } from '@playwright/test';
import {
  type DescribedSetting,
  settingsState,
} from '../../../src/contract/dashboard-api/administration/settings.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove({ environment: { ALCOVE_ACTIVITY__KEEP_DAYS: '12' } });

const settingOf = async ({ askLocal }: LaunchedAlcove, name: string): Promise<DescribedSetting | undefined> =>
  settingsState
    .parse(await (await askLocal('/local/settings')).json())
    .settings.find((setting) => setting.name === name);

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('finds, validates, saves, undoes and resets settings', async () => {
  const alcove = given();
  const { app, page } = alcove;
  await app.evaluate(({ Menu }) => {
    const all = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
    all.find(({ accelerator }) => accelerator === 'CmdOrCtrl+,')?.click();
  });
  await expect(page).toHaveURL(/\/settings\/general$/);

  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('storage.quota_bytes');
  await expect(page.getByText('1 setting found')).toBeVisible();
  await expect(section(page, 'Chain')).toBeHidden();
  await expect(page.locator('mark').getByText('storage.quota_bytes')).toBeVisible();
  await search.press('Enter');
  const quota = page.getByRole('textbox', { name: 'Storage limit' });
  await expect(quota).toBeFocused();
  await expect(page.getByText('Default: none')).toBeHidden();
  await quota.fill('20 potatoes');
  await expect(page.getByText('Enter a size like 500 MB or 20 GB')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeDisabled();
  await quota.fill('1.5 GB');
  await quota.press('Enter');
  const quotaSetting = () => settingOf(alcove, 'storage.quota_bytes');
  await expect.poll(quotaSetting).toMatchObject({ value: 1_500_000_000, source: 'dashboard' });
  await expect(page.getByText('Changed by you')).toBeVisible();
  await expect(page.getByText('Default: none')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(quotaSetting).toMatchObject({ value: null, source: 'default' });
  await expect(quota).toHaveValue('');
  const saved = page.getByRole('status').filter({ hasText: /^Saved$/ });
  // Screen readers announce each change.
  for (const size of ['3 GiB', '2 GiB']) {
    await quota.fill(size);
    await expect(saved).toHaveCount(0);
    await quota.press('Enter');
    await expect(saved).toBeAttached();
  }
  await page.getByRole('button', { name: 'Reset to default: Storage limit' }).click();
  await expect.poll(quotaSetting).toMatchObject({ value: null, source: 'default' });

  await search.fill('activity log');
  const days = page.getByRole('textbox', { name: 'Keep the activity log for' });
  await expect(days).toBeDisabled();
  await expect(page.getByText('Set by the environment variable ALCOVE_ACTIVITY__KEEP_DAYS')).toBeVisible();

  await search.fill('files folder where');
  await expect(section(page, 'Storage and quota')).toContainText(alcove.dataDir);

  await search.fill('potato');
  await expect(page.getByRole('heading', { name: 'No settings found' })).toBeVisible();
  // Also on the page that is open, after the browser has removed the focus.
  await page.goto(`${alcove.dashboardUrl}/settings/network#network.paused`);
  await expect(page.getByRole('switch', { name: 'Pause network activity' })).toBeFocused();
  await page.evaluate(() => {
    addEventListener('hashchange', () => setTimeout(() => document.body.setAttribute('data-followed', '')));
  });
  await page.goto(`${alcove.dashboardUrl}/settings/network#network.down_bytes_per_s`);
  await expect(page.locator('body[data-followed]')).toBeAttached();
  await expect(page.getByRole('textbox', { name: 'Download limit' })).toBeFocused();
  // A field that cannot have the focus is found by the frame around it.
  await page.goto(`${alcove.dashboardUrl}/settings#activity.keep_days`);
  await expect(days).toBeDisabled();
  await expect(page.locator('[id="setting-activity.keep_days"]')).toHaveCSS('outline-style', 'solid');
  await page.goto(`${alcove.dashboardUrl}/settings#sign_in.who`);
  await expect(page.getByRole('combobox', { name: 'Who may sign in' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Who may sign in' }).click();
  await page.getByRole('option', { name: 'Anyone' }).click();
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(section(page, 'Who may sign in')).toContainText('Anyone');
});

test('leads from the search of the app to a setting, also from another page', async () => {
  const { page } = given();
  // The second time, the page and its settings are in memory.
  for (const name of ['Upload limit', 'Download limit']) {
    await visit(page, 'Home');
    await page.keyboard.press('Control+k');
    const search = page.getByPlaceholder('Files, Store, pages, settings');
    await search.fill(name.toLowerCase());
    await expect(page.getByRole('option', { name: new RegExp(`^${name}`) })).toBeVisible();
    await search.press('Enter');
    const field = page.getByRole('textbox', { name });
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
  }
});

test('starts and stops practice mode where it is named, and keeps the focus', async () => {
  const { page, dashboardUrl } = given();
  await page.goto(`${dashboardUrl}/settings#network.practice`);
  const start = page.getByRole('button', { name: 'Start practice mode' });
  const stop = page.getByRole('button', { name: 'Stop practice mode' });
  await expect(start).toBeFocused();
  await start.press('Enter');
  await expect(page.getByText('Practice mode is on.')).toBeVisible();
  await expect(stop).toBeFocused();

  await visit(page, 'Node');
  await expect(page.getByRole('heading', { level: 1, name: 'Node' })).toBeVisible();
  await stop.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop practice mode' }).press('Enter');
  await expect(page.getByText('Practice mode is off.')).toBeVisible();
  await expect(start).toBeFocused();
});

test('says on the page Privacy who can see files, and leads to the shared ones', async () => {
  const { page } = given();
  await visit(page, 'Privacy');
  const card = section(page, 'Who can see your files');
  await expect(card).toContainText('Only you.');
  await card.getByRole('link', { name: 'Show shared files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shared' })).toBeVisible();
});

test('keeps unsaved input, except secrets, while another page is open', async () => {
  const { page } = given();
  await visit(page, 'Network');
  const service = page.getByRole('textbox', { name: 'Chain service', exact: true });
  const apiKey = page.getByLabel('API key of the service', { exact: true });
  await service.fill('https://chain.example.org');
  await apiKey.fill('secret');
  await visit(page, 'Library');
  await visit(page, 'Network');
  await expect(service).toHaveValue('https://chain.example.org');
  await expect(apiKey).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await visit(page, 'Library');
  await visit(page, 'Network');
  await expect(service).toHaveValue('');
});

// The last one, because it ends the app.
test('shows that a setting needs a restart, and offers it', { tag: '@story' }, async ({ launchAlcove }) => {
  const alcove = given();
  const { app, page } = alcove;
  // It would start another app, beyond the control of this test.
  await app.evaluate(({ app: electron }) => {
    electron.relaunch = () => process.stdout.write('relaunched\n') && undefined;
  });
  await page.goto(`${alcove.dashboardUrl}/settings#storage.max_upload_bytes`);
  const largest = page.getByRole('textbox', { name: 'Largest file' });
  await expect(largest).toHaveValue('10.73 GB');
  await largest.fill('3 GiB');
  await largest.press('Enter');
  await expect(page.getByText('1 change needs a restart')).toBeVisible();

  await visit(page, 'Network');
  await page.getByRole('combobox', { name: 'Node type' }).click();
  await page.getByRole('option', { name: 'Public' }).click();
  await expect(page.getByText('Required for a public node')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const relaunched = new Promise<void>((resolve) =>
    alcove.process.stdout?.on('data', (text) => String(text).includes('relaunched') && resolve()),
  );
  await page.getByRole('button', { name: 'Restart now' }).click();
  await relaunched;
  expect(await alcove.exited).toBe(0);
  const again = await launchAlcove({ dataDir: alcove.dataDir });
  expect(await settingOf(again, 'storage.max_upload_bytes')).toMatchObject({
    value: 3 * 1024 ** 3,
    waits_for_restart: false,
  });
});
