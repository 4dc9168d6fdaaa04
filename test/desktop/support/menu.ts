import { expect, type Page } from '@playwright/test';

/**
 * Returns an item of the open menu; presses "More" first if the item is among the further ones.
 * @param more the label of that item in the language of the page
 */
export async function menuItem(page: Page, name: string | RegExp, more = 'More') {
  const item = page.getByRole('menuitem', { name });
  const others = page.getByRole('menuitem', { name: more, exact: true });
  await expect(item.or(others).first()).toBeVisible();
  if (!(await item.isVisible())) await others.press('Enter');
  return item;
}
