import type { Locator, Page } from '@playwright/test';

/** Completes the current step of a sale. */
export const nextStep = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: 'Next', exact: true }).click();

/** Goes from the price to the payment, which is part of the page; by default without a host. */
export async function toPayment(page: Page, host = 'Decide later'): Promise<Locator> {
  await nextStep(page);
  await page.getByRole('radio', { name: host }).check();
  await nextStep(page);
  return page.getByRole('main');
}

/** What the page says after the payment. */
export const forSale = 'Anyone can find and buy this item now.';
