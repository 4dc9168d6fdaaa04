import type { Locator, Page } from '@playwright/test';
import { signInState } from '../../../src/contract/dashboard-api/auth.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

/** Opens addresses for the system's browser in a window with a session of its own; returns the first one. */
async function openedPage({ app }: LaunchedAlcove, open: () => Promise<void>): Promise<Page> {
  await app.evaluate(({ BrowserWindow, shell }) => {
    shell.openExternal = async (url) => {
      // Others on the computer see it in the arguments of the browser, so it must not contain the secret of the page.
      if (!/^http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]+$/.test(url)) throw new Error(url);
      const window = new BrowserWindow({ webPreferences: { partition: 'browser' } });
      await window.loadURL(url);
    };
  });
  const [page] = await Promise.all([app.waitForEvent('window'), open()]);
  return page;
}

/** Connects the practice wallet app on its page. @param check called for each of the two pages */
export async function connectPracticeWallet(
  alcove: LaunchedAlcove,
  check: (page: Page, what: string) => Promise<void>,
): Promise<Page> {
  const { page, askLocal } = alcove;
  const apps = async () => signInState.parse(await (await askLocal('/local/sign-in')).json()).wallet_apps;
  await expect.poll(async () => (await apps())[0]?.app_name).toBe('alcove-practice');
  await visit(page, 'Wallet');
  const card = page.getByRole('region', { name: 'Your wallet app' });
  await expect(card.getByRole('combobox', { name: 'Wallet app' })).toHaveValue('Practice wallet app');
  await check(page, 'choose');
  await card.getByRole('button', { name: 'Connect wallet' }).click();
  const wallet = await openedPage(alcove, () =>
    card.getByRole('button', { name: 'Open practice wallet' }).click(),
  );
  await expect(wallet.getByRole('heading', { name: /^Connect to 127\.0\.0\.1:\d+\?$/ })).toBeVisible();
  await check(page, 'waiting');
  await check(wallet, 'connect');
  await wallet.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Practice wallet app' })).toContainText('100 GRAM');
  await expect(wallet.getByRole('status')).toContainText('Connected. Return to Alcove.');
  await check(wallet, 'connected');
  return wallet;
}

/** Pays the order of a dialog in the practice wallet app, whose page notices the request by itself. */
export const payOn =
  (wallet: Page, check: (page: Page, what: string) => Promise<void>) =>
  async (dialog: Locator, button: string, done: string): Promise<void> => {
    await expect(dialog.getByRole('table', { name: 'Payment' })).toBeVisible();
    await dialog.getByRole('button', { name: button }).click();
    const confirm = wallet.getByRole('button', { name: 'Confirm' });
    await expect(confirm).toBeVisible();
    await check(wallet, button);
    await confirm.click();
    await expect(dialog.getByRole('status').filter({ hasText: done })).toBeVisible();
  };
