import { chainOf, confirm, tileOf } from '../chain/chain-actions.ts';
import { song } from '../media/made-song.ts';
import { expect, test } from '../support/fixtures.ts';
import { picture } from '../support/made-files.ts';
import { visit } from '../support/visit.ts';
import { store } from '../viewer/viewed.ts';
import { forSale, nextStep, toPayment } from './sale-steps.ts';

const patience = { timeout: 30_000 };

test('sells a song with the title, the artist and the cover of its tags', async ({ launchAlcove }) => {
  const alcove = await launchAlcove({ args: ['--set', 'chain.network=embedded'] });
  const { page } = alcove;
  await expect.poll(async () => (await chainOf(alcove)).state, patience).toBe('ok');
  const texts = { TIT2: 'Slack water', TPE1: 'Ada Marlow', TALB: 'Harbour' };
  const id = await store(alcove, '01.mp3', 'audio/mpeg', song(2, { texts, cover: picture(400) }));

  await page.goto(`${alcove.dashboardUrl}/sell/${id}`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('Slack water', patience);
  await expect(page.getByText('Ada Marlow')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Use the picture in the file' })).toBeChecked();
  // Later steps wait for the cover.
  await expect(page.getByRole('link', { name: '2. Price' })).toHaveCount(0);
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to listen' }).fill('1');
  const payment = await toPayment(page);
  const summary = page.getByRole('region', { name: 'Your sale' });
  await expect(summary).toContainText('Ada Marlow');
  await confirm(payment, 'Start selling', forSale);

  await visit(page, 'Store');
  const tile = tileOf(page, 'Slack water');
  await expect(tile).toHaveAccessibleName(/Slack water.*Ada Marlow/, patience);
  const cover = tile.locator('img');
  await expect.poll(() => cover.evaluate((img: HTMLImageElement) => img.naturalWidth), patience).toBe(400);
});
