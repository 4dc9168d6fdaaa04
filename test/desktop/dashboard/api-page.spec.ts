import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove();

test('opens an operation by keyboard, and by a link to it', async () => {
  const { page, dashboardUrl } = given();
  await visit(page, 'Developers');
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByRole('button', { name: /\/api\/v1\/network\.handshake/ })).toBeVisible();

  await page.getByRole('searchbox').focus();
  await page.keyboard.type('storage range_not_satisfiable get');
  await expect(page.getByRole('button', { name: /network\.handshake/ })).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const operation = page.getByRole('button', { name: /GET \/api\/v1\/storage\/\{id\}/ });
  await expect(operation).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(operation).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('row', { name: /416 range_not_satisfiable/ })).toBeVisible();
  await expect(page.getByText('Public. No token needed.')).toBeVisible();

  const { hash } = new URL(page.url());
  expect(hash.length).toBeGreaterThan(1);
  await page.goto(`${dashboardUrl}/`);
  await page.goto(`${dashboardUrl}/api-docs${hash}`);
  await expect(operation).toHaveAttribute('aria-expanded', 'true');
  await expect(operation).toBeInViewport();
});

test('shows whether operations require a token, are deprecated or have aliases', {
  tag: '@story',
}, async () => {
  const { page } = given();
  await visit(page, 'Developers');
  await page.getByRole('link', { name: 'API reference' }).click();
  const account = page.getByRole('button', { name: /\/api\/v1\/account/ });
  await expect(account).toContainText('Deprecated');
  await expect(account).toContainText('Token');
  await page.getByRole('button', { name: /\/api\/v1\/auth\.twa/ }).click();
  await expect(page.getByText('/api/v1/auth.webapp')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the API' }).fill('nothing is called this');
  await expect(page.getByText('No matches')).toBeVisible();
});
