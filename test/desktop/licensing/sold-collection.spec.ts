import type { Page } from '@playwright/test';
import { localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { postCollectionSale } from '../../../src/contract/dashboard-api/library/collection-sale.ts';
import {
  type CollectionDetails,
  collectionDetails,
} from '../../../src/contract/dashboard-api/library/collections.ts';
import { json } from '../../support/node/start-test-node.ts';
import { type AskLocal, chainOf, confirm, tileOf } from '../chain/chain-actions.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { tone } from '../support/made-files.ts';
import { inEachView, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { forSale, nextStep, toPayment } from './sale-steps.ts';
import { settled, test } from './seller.ts';

const songs = ['Low tide', 'Lantern'];

/** Makes an album of two songs, which differ by their length. */
async function album({ askLocal }: AskLocal, title: string, seconds: number): Promise<CollectionDetails> {
  const post = (path: string, body: object) => askLocal(path, { method: 'POST', ...json(body) });
  const made = await post('/local/collections', { kind: 'album', title, artists: ['Ada Marlow'] });
  const collection = collectionDetails.parse(await made.json());
  for (const [index, name] of songs.entries()) {
    const response = await askLocal('/local/content', {
      method: 'POST',
      body: new Uint8Array(tone(seconds + index)),
      headers: { 'X-File-Name': Buffer.from(`${name}.wav`).toString('base64'), 'Content-Type': 'audio/wav' },
    });
    const { content } = localUpload.parse(await response.json());
    const entries = [{ content_id: content.content_id }];
    await post(`/local/collections/${collection.id}/entries`, { entries });
  }
  return collection;
}

/** Plays the album from its page, from one song to the next. */
async function playsBoth(page: Page): Promise<void> {
  const list = page.getByRole('region', { name: '2 items' });
  await expect(list.getByRole('listitem')).toHaveText([/Low tide/, /Lantern/]);
  const player = page.getByRole('region', { name: 'Player' });
  await list.getByRole('button', { name: 'Play', exact: true }).click();
  for (const title of songs) {
    await expect(player.getByRole('link', { name: title })).toBeVisible();
    const position = player.getByRole('slider', { name: 'Position' });
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.5);
    if (title === songs[0]) await list.getByRole('button', { name: `Play ${songs[1]}` }).click();
  }
}

/** Sells an album as one from its page; its author still plays it. */
async function sellsAlbum(alcove: LaunchedAlcove): Promise<void> {
  const { page } = alcove;
  await expect.poll(async () => (await chainOf(alcove)).state).toBe('ok');
  const { id } = await album(alcove, 'Evening', 20);

  await page.goto(`${alcove.dashboardUrl}/collection/${id}`);
  await page.getByRole('button', { name: 'Actions for Evening' }).click();
  await page.getByRole('menuitem', { name: 'Sell as one…' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Evening');
  await expect(page.getByRole('region', { name: 'Album' })).toContainText('Album · 2 items');
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to' }).fill('10');
  await confirm(await toPayment(page), 'Start selling', forSale);

  await page.getByRole('link', { name: 'Open item page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Evening' })).toBeVisible();
  await playsBoth(page);
  await inEachView(page, (view) => take(page, 'sold-collection', view, 'page'));
  await page.setViewportSize({ width: 1200, height: 800 });
}

test('sells an album as one, buys another, and plays every song of both', { tag: '@story' }, async ({
  seller,
  launchAlcove,
}) => {
  const { id } = await album(seller, 'Morning', 30);
  const sale = await seller.askLocal(`/local/collections/${id}/sale`, { method: 'POST', ...json({}) });
  const { content_id } = postCollectionSale.responses[200].schema.parse(await sale.json());
  await settled(seller, {
    ...{
      kind: 'register',
      pay_with: 'practice_wallet',
      content_id,
      title: 'Morning',
      authors: ['Ada Marlow'],
    },
    ...{ price: '5000000000', resale_price: '0', allow_resale: false, downloadable: true, royalties: [] },
  });
  const alcove = await launchAlcove({
    args: [...seller.sameChain, '--set', `network.bootstrap=${seller.host}`],
  });
  const { page } = alcove;
  await sellsAlbum(alcove);

  await visit(page, 'Store');
  await tileOf(page, 'Morning').click();
  await page.getByRole('button', { name: 'Show contents' }).click();
  const list = page.getByRole('region', { name: '2 items' });
  await expect(list.getByRole('listitem')).toHaveText([/Low tide/, /Lantern/]);
  await expect(list.getByRole('button')).toHaveCount(0);
  // The Store knows by now what the signed list calls it.
  await visit(page, 'Store');
  await expect(tileOf(page, 'Morning')).toHaveAccessibleName(/Album/);
  await tileOf(page, 'Morning').click();
  await page.getByRole('button', { name: /^Buy to/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Buy: Morning' });
  await confirm(dialog, 'Buy for 5 GRAM', 'bought.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await playsBoth(page);
});
