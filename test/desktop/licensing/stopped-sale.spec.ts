import type { Page } from '@playwright/test';
import { type LocalContent, localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import { collectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { json } from '../../support/node/start-test-node.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { type AskLocal, chainOf } from '../chain/chain-actions.ts';
import { expect, test } from '../support/fixtures.ts';
import { store } from '../viewer/viewed.ts';
import { forSale, nextStep, toPayment } from './sale-steps.ts';

/** Songs that are encrypted in threads of their own, so that it takes seconds. */
const songs = 40;

async function makeAlbum(alcove: Parameters<typeof store>[0]): Promise<string> {
  const { askLocal } = alcove;
  const post = (path: string, body: object) => askLocal(path, { method: 'POST', ...json(body) });
  const made = await post('/local/collections', { kind: 'album', title: 'Harbour', artists: ['Ada Marlow'] });
  const { id } = collectionDetails.parse(await made.json());
  const entries = [];
  for (let n = 1; n <= songs; n += 1) {
    const name = `Song ${n}.bin`;
    entries.push({ content_id: await store(alcove, name, 'application/octet-stream', randomBytes(400_000)) });
  }
  await post(`/local/collections/${id}/entries`, { entries });
  return id;
}

/** Opens the steps of the sale of the album, and completes them up to the payment. */
async function sell(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Harbour' }).click();
  await page.getByRole('menuitem', { name: 'Sell as one…' }).click();
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to' }).fill('5');
  const payment = await toPayment(page);
  const money = payment.getByRole('button', { name: 'Get test money' });
  const start = payment.getByRole('button', { name: 'Start selling' });
  await expect(payment.getByRole('table', { name: 'Payment' })).toBeVisible();
  if (await money.isVisible()) await money.click();
  await expect(start).toBeEnabled();
  await start.click();
}

const filesOf = async ({ askLocal }: AskLocal): Promise<LocalContent[]> =>
  localContentPage.parse(await (await askLocal('/local/content?limit=100')).json()).items;

test('stops the sale of an album until it is registered', { tag: '@story' }, async ({ launchAlcove }) => {
  const alcove = await launchAlcove({ args: ['--set', 'chain.network=embedded'] });
  const { page, dashboardUrl } = alcove;
  await expect.poll(async () => (await chainOf(alcove)).platform.state).toBe('deployed');
  const album = await makeAlbum(alcove);
  const stop = page.getByRole('button', { name: /^(Stop|Cancel sale)$/ });

  await page.goto(`${dashboardUrl}/collection/${album}`);
  await sell(page);
  await expect(page.getByRole('progressbar', { name: 'Encrypting' })).toBeVisible();
  await stop.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect
    .poll(async () => (await filesOf(alcove)).filter(({ encryption }) => encryption !== null))
    .toEqual([]);
  expect((await filesOf(alcove)).map(({ encrypted }) => encrypted)).toEqual(Array(songs).fill(null));

  // A registration that is on its way cannot be stopped any more; here it stays so for the page.
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      const response = await real(input, init);
      const isList =
        new URL(String(input), location.href).pathname === '/local/orders' && init?.method === 'GET';
      if (!isList) return response;
      const { items, ...more } = await response.json();
      return Response.json({ ...more, items: items.map((each: object) => ({ ...each, state: 'open' })) });
    };
  });
  await page.getByRole('link', { name: 'Harbour' }).click();
  await sell(page);
  await expect(page.getByText('Registering the sale')).toBeVisible();
  await expect(stop).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(forSale)).toBeVisible();
  await expect(stop).toHaveCount(0);
});
