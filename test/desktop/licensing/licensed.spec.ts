import type { Locator, Page } from '@playwright/test';
import {
  type LocalContent,
  type LocalContentPage,
  localContentPage,
  localUpload,
} from '../../../src/contract/dashboard-api/content.ts';
import { accessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { json } from '../../support/node/start-test-node.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { chainOf, confirm, itemsOf, licencesOf, rowOf, tileOf } from '../chain/chain-actions.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { picture } from '../support/made-files.ts';
import { menuItem } from '../support/menu.ts';
import { standIn } from '../support/stand-ins.ts';
import { visit } from '../support/visit.ts';
import { goTo } from '../viewer/viewed.ts';
import { forSale, nextStep, toPayment } from './sale-steps.ts';
import { settled } from './seller.ts';

async function store({ askLocal }: LaunchedAlcove, name: string, bytes: Uint8Array): Promise<LocalContent> {
  const response = await askLocal('/local/content', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
  });
  return localUpload.parse(await response.json()).content;
}

const contentsOf = async ({ askLocal }: LaunchedAlcove): Promise<LocalContentPage['items']> =>
  localContentPage.parse(await (await askLocal('/local/content')).json()).items;

async function hasMarket(alcove: LaunchedAlcove): Promise<void> {
  await expect.poll(async () => (await chainOf(alcove)).platform.state).toBe('deployed');
}

/** Fills in the steps for a file, up to the payment. */
async function askToPublish(page: Page, name: string, price: string, host?: string): Promise<Locator> {
  await visit(page, 'Library');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Sell…' }).click();
  await nextStep(page);
  await page.getByRole('textbox', { name: 'Licence to' }).fill(price);
  return toPayment(page, host);
}

/** Checks that the poem is shown, and that the way back leads to the earlier page. */
async function readAndGoBack(page: Page, back: string, heading: string): Promise<void> {
  const poem = page.frameLocator('iframe[title="poem"]').locator('pre');
  await expect(poem).toHaveText('Roses are red');
  await page.getByRole('main').getByRole('link', { name: back, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

test('sells a poem encrypted, and shows it to its author and its buyer in the app', async ({
  launchAlcove,
}) => {
  const alcove = await launchAlcove();
  const { page, askLocal, nodeUrl } = alcove;
  await askLocal('/local/practice', { method: 'POST' });
  await hasMarket(alcove);
  const cover = await store(alcove, 'cover.png', picture(64));
  const plain = await store(alcove, 'poem.txt', Buffer.from('Roses are red'));
  const edit = json({ cover_id: cover.content_id });
  await askLocal(`/local/content/${plain.content_id}`, { ...edit, method: 'PATCH' });

  const payment = await askToPublish(page, 'poem.txt', '5', 'Practice node on this computer');
  await expect(payment).toContainText('Alcove encrypts the item first.');
  await confirm(payment, 'Start selling', forSale);
  await expect(page.getByRole('status', { name: 'For sale' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Hosts for buyers' })).toContainText('The host has the key');
  await page.reload();
  await expect(page.getByRole('status', { name: 'For sale' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'isn’t on this node' })).toHaveCount(0);

  await expect.poll(async () => (await contentsOf(alcove)).length).toBe(2);
  const encrypted = (await contentsOf(alcove)).find((content) => content.encrypted !== null);
  expect(encrypted).toMatchObject({
    name: 'poem.txt.age',
    encrypted: { plain_type: 'text/plain; charset=utf-8', key: true },
  });
  const given = await (await fetch(`${nodeUrl}/api/v1/storage/${encrypted?.content_id}`)).text();
  expect(given).toContain('age-encryption.org/v1');
  expect((await fetch(`${nodeUrl}/api/v1/storage/${plain.content_id}`)).status).not.toBe(200);

  await visit(page, 'Library');
  const row = rowOf(page, 'Your files', 'poem');
  await expect(row).toContainText('Encrypted');
  await row.getByRole('link', { name: 'Open poem' }).click();
  await readAndGoBack(page, 'Library', 'Library');

  // The page of the plain file leads to that of the encrypted one.
  await goTo(page, `/file/${plain.content_id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'poem' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/item/${encrypted?.content_id}$`));

  await visit(page, 'Store');
  const item = tileOf(page, 'poem');
  const shown = item.locator('img');
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64);
  await item.click();
  await readAndGoBack(page, 'Store', 'Store');

  const [sold] = await itemsOf(alcove);
  const wallet = { pay_with: 'service_wallet' } as const;
  await askLocal('/local/chain/faucet', {
    method: 'POST',
    ...json({ payer: 'service_wallet', amount: '50000000000' }),
  });
  const address = sold?.content_address ?? '';
  await settled(alcove, { kind: 'purchase', ...wallet, content_address: address, licence: 'listen' });
  await expect.poll(async () => (await licencesOf(alcove))[0]?.delivery?.state).toBe('here');
  await visit(page, 'Bought');
  await page.getByRole('link', { name: 'Open poem' }).click();
  await readAndGoBack(page, 'Bought', 'Bought');

  await visit(page, 'Library');
  await page.getByRole('button', { name: 'Actions for poem.txt' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const sharing = page.getByRole('dialog', { name: 'Share poem' });
  await expect(sharing.getByText('The host has the key')).toBeVisible();
});

test.describe('one app', () => {
  const given = sharedAlcove({ args: ['--set', 'chain.network=embedded'] });

  test('shows the progress of an encryption, which continues in the background or can be stopped', {
    tag: '@story',
  }, async () => {
    const alcove = given();
    const { page } = alcove;
    await hasMarket(alcove);
    const { content_id: id, size } = await store(alcove, 'poem.txt', Buffer.from('Roses are redder'));
    await holdEncryption(page, { id, size });

    const dialog = await askToPublish(page, 'poem.txt', '5');
    await dialog.getByRole('button', { name: 'Get test money' }).click();
    const publish = dialog.getByRole('button', { name: 'Start selling' });
    await expect(publish).toBeEnabled();
    await publish.click();
    // A stored file makes the dashboard reload, as each step of the encryption does.
    await store(alcove, 'other.txt', Buffer.from('other'));
    await expect(dialog.getByRole('progressbar', { name: 'Encrypting' })).toHaveAttribute(
      'aria-valuenow',
      '75',
    );
    await expect(dialog).toContainText('Checking the encrypted file, 75% of 16 bytes');

    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The item is unchanged');
    await expect(dialog.getByRole('progressbar', { name: 'Encrypting' })).toHaveCount(0);

    await publish.click();
    await expect(dialog.getByText(forSale)).toBeVisible();
  });

  test('encrypts a film in a thread of the app, with the cipher that Electron lacks, and plays it from any position', async () => {
    const alcove = given();
    const ciphers = await alcove.app.evaluate(() => process.getBuiltinModule('crypto').getCiphers());
    expect(ciphers).toContain('aes-256-gcm');
    expect(ciphers).not.toContain('chacha20-poly1305');
    await hasMarket(alcove);
    const film = randomBytes(2 * 1024 * 1024 + 11);
    const plain = await store(alcove, 'film.mp4', film);
    const terms = { price: '1000000000', resale_price: '0', allow_resale: false, downloadable: true };
    await settled(alcove, {
      ...{ kind: 'register', pay_with: 'practice_wallet', title: 'A film', royalties: [], ...terms },
      content_id: plain.content_id,
    });
    const encrypted = (await contentsOf(alcove)).find((content) => content.encrypted !== null);
    const response = await alcove.askLocal(`/local/content/${encrypted?.content_id}/access-link`);
    const { url } = accessLink.parse(await response.json());
    const whole = await fetch(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true);
    const part = await fetch(url, { headers: { Range: 'bytes=1048570-1179660' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(1_048_570, 1_179_661))).toBe(true);
  });

  test('reports a failure of the chain once on each page, and retries all requests', {
    tag: '@story',
  }, async () => {
    const { page, dashboardUrl } = given();
    await page.route(/\/local\/(chain|market|purchases)(\?|$)/, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    for (const [path, part] of [
      ['explore/store', 'market'],
      ['library/bought', 'purchases'],
    ]) {
      await page.goto(`${dashboardUrl}/${path}`);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
      const asked = page.waitForRequest((request) => new URL(request.url()).pathname === `/local/${part}`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await asked;
    }
  });

  test('does not share a file put up for sale, and can cancel the sale', { tag: '@story' }, async () => {
    const alcove = given();
    const { page, dashboardUrl } = alcove;
    const { content_id: id } = await store(alcove, 'poem.txt', Buffer.from('Roses are red'));
    const other = await store(alcove, 'encrypted poem.txt', Buffer.from('age'));
    const [newest, poem] = await contentsOf(alcove);
    const encryption = {
      state: 'encrypted',
      done_bytes: 26,
      size: 26,
      encrypted_id: other.content_id,
      message: null,
    };
    const closed = { ...poem, encryption };
    await standIn(page, {
      '/local/content': { items: [newest, closed], next_cursor: null, top_cursor: null, total: 2 },
      [`/local/content/${id}`]: closed,
    });

    await page.goto(`${dashboardUrl}/library`);
    const row = rowOf(page, 'Your files', 'Encrypted for sale');
    const search = page.getByRole('searchbox', { name: 'Search by name' });
    await search.fill('poem');
    await expect(page).toHaveURL(/\?q=poem$/);
    await row.getByRole('link', { name: 'Open poem' }).click();
    await readAndGoBack(page, 'Library', 'Library');
    await expect(search).toHaveValue('poem');
    await row.getByRole('button', { name: 'Actions for poem.txt' }).click();
    await expect(await menuItem(page, 'Copy content id')).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share poem' });
    await expect(dialog).toContainText('stays on your node');
    await dialog.getByRole('button', { name: 'Share encrypted copy…' }).click();
    await expect(page.getByRole('dialog', { name: 'Share encrypted poem' })).toBeVisible();
    await page.keyboard.press('Escape');

    await row.getByRole('button', { name: 'Actions for poem.txt' }).click();
    await page.getByRole('menuitem', { name: 'Sell…' }).click();
    await expect(page.getByRole('note').filter({ hasText: 'Item encrypted' })).toContainText(
      'Check the form below and start selling.',
    );
    const asked = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('button', { name: 'Cancel sale' }).click();
    expect(new URL((await asked).url()).pathname).toBe(`/local/content/${id}/encryption`);

    // A reopened window does not publish the content of an earlier request.
    await nextStep(page);
    await page.getByRole('textbox', { name: 'Licence to' }).fill('5');
    await standIn(page, {
      [`/local/content/${id}`]: { ...closed, encryption: { ...encryption, state: 'encrypting' } },
    });
    await expect(page.getByRole('note').filter({ hasText: 'Encrypting the item' })).toContainText(
      'After encryption, check the form with your details',
    );
    await standIn(page, { [`/local/content/${id}`]: closed });
    await expect(page.getByRole('textbox', { name: 'Licence to' })).toHaveValue('5');
  });
});

/** Simulates a large file: the first encryption takes until it is stopped. */
function holdEncryption(page: Page, file: { id: string; size: number }): Promise<void> {
  return page.evaluate(({ id, size }) => {
    const real = window.fetch;
    let isHeld = true;
    let isAsked = false;
    const problem = (detail: string) =>
      Response.json(
        {
          type: 'about:blank',
          title: 'Encrypting',
          status: 409,
          code: 'encrypting',
          detail,
          instance: 'a',
        },
        { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
      );
    window.fetch = async (input, init) => {
      const { pathname } = new URL(String(input), location.href);
      const asked = `${init?.method} ${pathname}`;
      if (!isHeld) return real(input, init);
      if (asked === 'POST /local/orders') {
        isAsked = true;
        await new Promise((resolve) => setTimeout(resolve, 500));
        return problem(
          isHeld ? 'Try again in a few seconds.' : 'The encryption was stopped. Try again to start over.',
        );
      }
      if (isAsked && asked === `GET /local/content/${id}`) {
        const content = await (await real(input, init)).json();
        const encryption = {
          state: 'encrypting',
          done_bytes: 1.5 * size,
          size: 2 * size,
          encrypted_id: null,
          message: null,
        };
        return Response.json({ ...content, encryption });
      }
      if (asked !== `DELETE /local/content/${id}/encryption`) return real(input, init);
      isHeld = false;
      return real(`/local/content/${id}`, { ...init, method: 'GET' });
    };
  }, file);
}
