import type { Locator, Page } from '@playwright/test';
import { type ChainState, chainState } from '../../../src/contract/dashboard-api/chain.ts';
import { type MarketItem, marketPage } from '../../../src/contract/dashboard-api/market.ts';
import { type Order, orderPage } from '../../../src/contract/dashboard-api/orders.ts';
import { type OwnedLicence, purchases } from '../../../src/contract/dashboard-api/purchases.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { focusIsIn } from '../support/keyboard.ts';

/** A node with its dashboard API, in an app or not. */
export type AskLocal = Pick<LaunchedAlcove, 'askLocal'>;

const get = async ({ askLocal }: AskLocal, path: string): Promise<unknown> => (await askLocal(path)).json();

export const chainOf = async (node: AskLocal): Promise<ChainState> =>
  chainState.parse(await get(node, '/local/chain'));

export const itemsOf = async (node: AskLocal, query = ''): Promise<MarketItem[]> =>
  marketPage.parse(await get(node, `/local/market${query}`)).items;

export const licencesOf = async (node: AskLocal, query = ''): Promise<OwnedLicence[]> =>
  purchases.parse(await get(node, `/local/purchases${query}`)).licences;

export const ordersOf = async (node: AskLocal): Promise<Order[]> =>
  orderPage.parse(await get(node, '/local/orders')).items;

export async function walletOf(node: AskLocal, payer: 'practice_wallet' | 'service_wallet') {
  const wallet = (await chainOf(node)).wallets.find((each) => each.payer === payer);
  if (!wallet) throw new Error(`there is no ${payer}`);
  return { address: wallet.address, balance: BigInt(wallet.balance ?? -1) };
}

export const rowOf = (page: Page, table: string, title: string): Locator =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: title });

/** Returns the tile of an item in the Store, a link. */
export const tileOf = (page: Page, title: string): Locator => tilesOf(page).filter({ hasText: title });

export const tilesOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'For sale', exact: true }).getByRole('link');

/** Adds a line to the revenue split of a publication. */
export async function addShare(page: Page, address: string, percent: string): Promise<void> {
  await page.getByRole('button', { name: 'Add recipient' }).click();
  // The new line has the focus.
  await page.keyboard.type(address);
  await page.keyboard.press('Tab');
  await page.keyboard.type(percent);
}

/**
 * Confirms a dialog, with test money if the wallet has too little, and waits until the transaction is on the
 * chain.
 */
export async function confirm(dialog: Locator, button: string, done: string): Promise<void> {
  const enough = dialog.getByRole('button', { name: button });
  const faucet = dialog.getByRole('button', { name: 'Get test money' });
  // The balance is checked once the costs are known.
  await expect(dialog.getByRole('table', { name: 'Payment' })).toBeVisible();
  if (await faucet.isVisible()) await faucet.click();
  await expect(enough).toBeEnabled();
  // Also if the button that had it was removed.
  await focusIsIn(dialog);
  await enough.click();
  await expect(dialog.getByRole('status').filter({ hasText: done })).toBeVisible();
}
