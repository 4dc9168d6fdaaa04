import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { amountText } from '../../../renderer/lib/format/ton.ts';
import { viewedContent } from '../../../src/contract/node-api/serving.ts';
import { forSale, nextStep, toPayment } from '../licensing/sale-steps.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';
import { AccountHistory, type Standing, sumOf } from './account-history.ts';
import {
  addShare,
  chainOf,
  confirm,
  itemsOf,
  licencesOf,
  ordersOf,
  rowOf,
  tileOf,
  walletOf,
} from './chain-actions.ts';

/** Addresses without a wallet contract, which receive payments without a fee. */
const singer = `0:${'1d'.repeat(32)}`;
const pianist = `0:${'2e'.repeat(32)}`;

/** Publishes a file by the form of the Store page. */
async function publishSong({ page }: LaunchedAlcove): Promise<void> {
  await visit(page, 'Store');
  await page.getByRole('link', { name: 'Choose a file' }).click();
  await expect(page.getByRole('main', { name: 'Sell' })).toBeVisible();
  await page.getByLabel('Add files').setInputFiles({
    ...{ name: 'waves_at_night.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3 the sound of waves') },
  });
  await page.getByRole('textbox', { name: 'Title' }).fill('Waves at night');
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to listen' }).fill('1');
  await page.getByRole('switch', { name: 'Also sell resellable licences' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Resellable licence' }).fill('4');
  await addShare(page, singer, '33.33');
  await addShare(page, pianist, '12,5');
  await expect(page.getByText('Total 45.83%, you keep 54.17%')).toBeVisible();
  await confirm(await toPayment(page), 'Start selling', forSale);
  await page.getByRole('link', { name: 'Open item page' }).click();
}

/** Changes the price of a resellable licence. */
async function changeTerms({ page }: LaunchedAlcove, price: string): Promise<void> {
  await page.getByRole('button', { name: 'Change terms…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Resellable licence' }).fill(price);
  await confirm(dialog, 'Save changes', 'Terms of sale changed.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

/** Gets test money, enough for all steps. */
async function fillUp({ page }: LaunchedAlcove): Promise<void> {
  await visit(page, 'Wallet');
  await page.getByRole('button', { name: 'Get 10 GRAM (test): Practice wallet' }).click();
  await expect(page.getByRole('region', { name: 'Practice wallet' })).toContainText('10 GRAM');
}

/** Searches the song in the Store, and buys it by one of the buttons on its page. */
async function buySong({ page }: LaunchedAlcove, button: string, price: string): Promise<void> {
  await visit(page, 'Store');
  await expect(tileOf(page, 'Waves at night')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search Store' }).fill('night');
  await tileOf(page, 'Waves at night').click();
  // Resale offers are beside the terms.
  await page.getByRole('tab', { name: 'Sharing and sale' }).click();
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: 'Buy: Waves at night' });
  await confirm(dialog, `Buy for ${price}`, 'Resellable licence bought.');
  await dialog.getByRole('link', { name: 'Open Library' }).click();
  await expect(rowOf(page, 'Your licences', 'Waves at night')).toContainText('Resellable licence');
}

async function offerSong({ page }: LaunchedAlcove, price: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Waves at night' }).click();
  await page.getByRole('menuitem', { name: 'Sell licence…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sell licence: Waves at night' });
  await dialog.getByLabel('Price').fill(price);
  await confirm(dialog, `Sell for ${price} GRAM`, `Licence for sale at ${price} GRAM.`);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
}

/** The chain's data on a person's node. Its responses change from start to start. */
async function chainStateOf(person: LaunchedAlcove, contentId: string) {
  const { platform, wallets } = await chainOf(person);
  const record = await fetch(`${person.nodeUrl}/api/v1/content.view?content_id=${contentId}`);
  const states = {
    platform,
    wallets,
    market: await itemsOf(person),
    library: await licencesOf(person),
    orders: await ordersOf(person),
    record: record.ok ? viewedContent.parse(await record.json()) : null,
  };
  return JSON.parse(JSON.stringify(states).replaceAll(person.nodeUrl, 'http://node')) as typeof states;
}

/** Kills all processes at once: the apps, their windows, and the practice node. */
async function killAll(people: readonly LaunchedAlcove[]): Promise<void> {
  const pids = await Promise.all(
    people.map(({ app }) => app.evaluate(({ app: shell }) => shell.getAppMetrics().map(({ pid }) => pid))),
  );
  for (const pid of pids.flat()) process.kill(pid, 'SIGKILL');
  await Promise.all(people.map(({ exited }) => exited));
}

test('sells and resells a song between three people, with a kill of every process in between', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder }) => {
  const author = await launchAlcove();
  await author.page.getByRole('button', { name: 'Start practice mode' }).click();
  await expect.poll(async () => (await chainOf(author)).platform.state).toBe('deployed');
  const { endpoint, platform, costs } = await chainOf(author);
  const chain = { network: 'embedded', endpoint, master_address: platform.address };
  const joined = () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ chain }));
    return launchAlcove({ dataDir });
  };
  const [buyer, third] = await Promise.all([joined(), joined()]);
  const people = [author, buyer, third] as const;

  await publishSong(author);
  await changeTerms(author, '5.000000007');
  const [song] = await itemsOf(author);
  expect(song?.royalties.map(({ value }) => value)).toEqual([3333, 1250]);

  const accounts = new AccountHistory(endpoint ?? '');
  const addressOf = async (person: LaunchedAlcove) => (await walletOf(person, 'practice_wallet')).address;
  const [authors, buyers] = [await addressOf(author), await addressOf(buyer)];
  /**
   * @returns an assertion that each has received exactly this much since, and paid only the fees for
   * receiving it
   */
  const watch = async (addresses: readonly string[]) => {
    const before = await Promise.all(addresses.map((address) => accounts.now(address)));
    return async (amounts: readonly bigint[]) => {
      for (const [n, address] of addresses.entries()) {
        const { received, sent, fees, change } = await accounts.since(address, before[n] as Standing);
        expect({ received, sent, change }).toEqual({
          received: [amounts[n]],
          sent: [],
          change: (amounts[n] ?? 0n) - fees,
        });
      }
    };
  };

  // 33.33 % and 12.5 %, each rounded down; the rest is the author's.
  await fillUp(buyer);
  await fillUp(third);
  const before = await accounts.now(buyers);
  const bought = await watch([authors, singer, pianist]);
  await buySong(buyer, 'Buy resellable licence', '5.000000007 GRAM');
  await bought([2_708_500_005n, 1_666_500_002n, 625_000_000n]);
  const paid = await accounts.since(buyers, before);
  expect(paid.sent).toEqual([5_000_000_007n + BigInt(costs.purchase)]);
  expect(paid.received).toHaveLength(1);
  expect(paid.change).toBe(sumOf(paid.received) - sumOf(paid.sent) - paid.fees);
  expect(await licencesOf(buyer)).toMatchObject([{ kind: 'resale', price: '5000000007', offer: null }]);

  // A tenth goes to the content, which splits it in the same way.
  await offerSong(buyer, '9.000000019');
  const resold = await watch([buyers, authors, singer, pianist]);
  await buySong(third, 'Buy for 9.000000019 GRAM from', '9.000000019 GRAM');
  await resold([8_100_000_018n, 487_530_001n, 299_970_000n, 112_500_000n]);
  await expect(buyer.page.getByText('No licences yet')).toBeVisible();
  expect(await licencesOf(third)).toMatchObject([{ kind: 'resale', content: { title: 'Waves at night' } }]);

  const contentId = song?.content_id ?? '';
  const states = await Promise.all(people.map((person) => chainStateOf(person, contentId)));
  expect(states[0]?.record).toMatchObject({
    ...{ content_address: song?.content_address, title: 'Waves at night', published: true },
  });
  expect(states.map(({ orders }) => orders.map(({ kind, state }) => `${kind} ${state}`))).toEqual([
    ['terms confirmed', 'register confirmed'],
    ['offer confirmed', 'purchase confirmed'],
    ['buy_offer confirmed'],
  ]);
  await killAll(people);

  const again = await Promise.all(people.map(({ dataDir }) => launchAlcove({ dataDir })));
  for (const [n, person] of again.entries()) {
    await expect.poll(() => chainStateOf(person, contentId)).toEqual(states[n]);
  }
  for (const [n, { page }] of again.entries()) {
    await visit(page, 'Wallet');
    const balance = states[n]?.wallets.find(({ payer }) => payer === 'practice_wallet')?.balance ?? '';
    await expect(
      page.getByRole('region', { name: 'Practice wallet' }).getByTitle(amountText(balance)),
    ).toBeVisible();
    await expect(page.getByRole('list', { name: 'Transactions' })).toContainText('Waves at night');
    await visit(page, 'Store');
    await expect(tileOf(page, 'Waves at night')).toBeVisible();
  }
  const { page } = again[2] as LaunchedAlcove;
  await visit(page, 'Bought');
  await expect(rowOf(page, 'Your licences', 'Waves at night')).toContainText('Resellable licence');
});
