import { confirm, rowOf, tileOf } from '../chain/chain-actions.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { tone } from '../support/made-files.ts';
import { visit } from '../support/visit.ts';
import { playedFrame } from '../viewer/viewed.ts';
import { forSale, nextStep, toPayment } from './sale-steps.ts';
export const title = 'Waves at night';
const seconds = 40;
export const sound = tone(seconds);

/** Publishes the sound by the form, and hands its encrypted file and key over to the public node. */
export async function publishThrough(
  { host }: { host: string },
  { page }: LaunchedAlcove,
  pay = confirm,
): Promise<void> {
  await visit(page, 'Peers');
  await page.getByRole('textbox', { name: 'Address of a public node' }).fill(host);
  await page.getByRole('button', { name: 'Add peer' }).click();
  await expect(page.getByText(`${host} added to peers`)).toBeVisible();
  await visit(page, 'Store');
  await page.getByRole('link', { name: 'Choose a file' }).click();
  await expect(page.getByRole('main', { name: 'Sell' })).toBeVisible();
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'waves.wav', mimeType: 'audio/wav', buffer: sound });
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to listen' }).fill('1');
  await page.getByRole('switch', { name: 'Also sell resellable licences' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Resellable licence' }).fill('4');
  await pay(await toPayment(page, new URL(host).host), 'Start selling', forSale);
  await expect(page.getByRole('region', { name: 'Hosts for buyers' })).toContainText('The host has the key');
  await expect(page.getByRole('button', { name: 'Share for buyers…' })).toBeHidden();
  await visit(page, 'Library');
  await page.getByRole('button', { name: 'Shared on 1 node: waves.wav' }).click();
  await expect(page.getByRole('dialog', { name: `Share ${title}` }).getByRole('listitem')).toContainText(
    host,
  );
}

/** Opens the page of the sound in the market. */
export async function openInMarket({ page }: LaunchedAlcove): Promise<void> {
  await visit(page, 'Store');
  await tileOf(page, title).click();
}

/** Buys by one of the buttons there, and goes to the library. */
export async function buy(
  person: LaunchedAlcove,
  button: string,
  price: string,
  pay = confirm,
): Promise<void> {
  const { page } = person;
  await openInMarket(person);
  // Resale offers are beside the terms.
  await page.getByRole('tab', { name: 'Sharing and sale' }).click();
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: `Buy: ${title}` });
  await pay(dialog, `Buy for ${price}`, 'Resellable licence bought.');
  await dialog.getByRole('link', { name: 'Open Library' }).click();
}

export async function offer({ page }: LaunchedAlcove, price: string, pay = confirm): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Sell licence…' }).click();
  const dialog = page.getByRole('dialog', { name: `Sell licence: ${title}` });
  await dialog.getByLabel('Price').fill(price);
  await pay(dialog, `Sell for ${price} GRAM`, `Licence for sale at ${price} GRAM.`);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
}

/** Opens the sound from the library, and asserts that it plays, from a place in the middle on. */
export async function plays({ page }: LaunchedAlcove): Promise<void> {
  await rowOf(page, 'Your licences', title)
    .getByRole('link', { name: `Open ${title}` })
    .click();
  const frame = await playedFrame(page, title);
  const { duration, readyState, played } = await frame.evaluate(async () => {
    const player = document.querySelector('audio') as HTMLAudioElement;
    player.muted = true;
    player.currentTime = 30;
    await player.play();
    await new Promise<void>((resolve) => {
      player.addEventListener('timeupdate', () => player.currentTime > 30.2 && resolve());
    });
    player.pause();
    return {
      duration: player.duration,
      readyState: player.readyState,
      played: player.played.end(player.played.length - 1),
    };
  });
  expect(duration).toBeCloseTo(seconds, 1);
  expect(readyState).toBeGreaterThanOrEqual(haveCurrentData);
  expect(played).toBeGreaterThan(30.2);
}

/** `HTMLMediaElement.HAVE_CURRENT_DATA` */
const haveCurrentData = 2;
