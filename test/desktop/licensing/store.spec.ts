import { localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { json } from '../../support/node/start-test-node.ts';
import { pictureNamed } from '../../support/pictures.ts';
import { tileOf, tilesOf } from '../chain/chain-actions.ts';
import { breaches } from '../support/accessibility.ts';
import { expect } from '../support/fixtures.ts';
import { inEachView, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { goTo } from '../viewer/viewed.ts';
import { publish, test } from './seller.ts';

test('shows covers from hosts, items, their author, and what followed authors sell', {
  tag: '@story',
}, async ({ seller, launchAlcove }) => {
  const headers = { 'X-File-Name': Buffer.from('cover.png').toString('base64') };
  const body = pictureNamed('waves', 48, 48);
  const uploaded = await seller.askLocal('/local/content', { method: 'POST', body, headers });
  const { content: cover } = localUpload.parse(await uploaded.json());
  const waves = await publish(seller, {
    title: 'Waves',
    authors: ['Ada Marlow'],
    cover_id: cover.content_id,
  });
  await publish(seller, { title: 'A quiet lane', authors: ['Lia Low'] }, { price: '0' });
  const { page, askLocal } = await launchAlcove({ args: seller.sameChain });
  await askLocal('/local/peers', { method: 'POST', ...json({ url: seller.host }) });
  await askLocal('/local/subscriptions', {
    method: 'POST',
    ...json({ kind: 'author', value: 'ada marlow' }),
  });

  await visit(page, 'Store');
  await expect(tilesOf(page)).toHaveCount(2);
  await expect(
    tilesOf(page).and(page.getByRole('link', { name: /^A quiet lane ?, Lia Low ?, Text, Free$/ })),
  ).toBeVisible();
  const picture = tileOf(page, 'Waves').locator('img');
  // Asks again on each visit, because the host may have become reachable only now.
  await expect(async () => {
    await visit(page, 'Free');
    await visit(page, 'Store');
    const width = picture.evaluate((img: HTMLImageElement) => img.naturalWidth, null, { timeout: 5000 });
    expect(await width).toBe(48);
  }).toPass();
  // The cover did not become a file of the library.
  expect((await askLocal(`/local/content/${cover.content_id}`)).status).toBe(404);

  const followed = page.getByRole('list', { name: 'From authors you follow' });
  await expect(followed.getByRole('link')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'New this week' })).toBeHidden();
  expect(await breaches(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Music' }).press('Space');
  await expect(page.getByText('No items found')).toBeVisible();
  await expect(followed).toBeHidden();

  await goTo(page, `/explore/store/${waves}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Waves' })).toBeVisible();
  await expect(page).toHaveURL(/\/item\/bafkrei\w+$/);
  await inEachView(page, (view) => take(page, 'item in the store', view, 'page'));
  await page.getByRole('tab', { name: 'Sharing and sale' }).press('Enter');
  await expect(page.getByText('A licence to read costs 5 GRAM, paid once.')).toBeVisible();
  await page.getByRole('link', { name: 'Ada Marlow' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Ada Marlow|Lia Low)$/);
  await expect(
    page.getByRole('region', { name: 'In the Store' }).getByRole('link', { name: /^(Waves|A quiet)/ }),
  ).toHaveCount(2);
  await inEachView(page, (view) => take(page, 'author', view, 'page'));
  await page.getByRole('button', { name: 'Follow', exact: true }).press('Enter');
  const unfollow = page.getByRole('button', { name: 'Unfollow' });
  // Until the change is shown, the button ignores keys.
  await expect(unfollow).toBeEnabled();
  await unfollow.press('Enter');
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
});
