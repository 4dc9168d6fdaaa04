import type { Page } from '@playwright/test';
import { localContentPage, localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { sharedList, shareHostList } from '../../../src/contract/dashboard-api/sharing.ts';
import { remoteContentList } from '../../../src/contract/node-api/discovery.ts';
import { json } from '../../support/node/start-test-node.ts';
import { chainOf, itemsOf, licencesOf } from '../chain/chain-actions.ts';
import { settled } from '../licensing/seller.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { menuItem } from '../support/menu.ts';
import { standIn } from '../support/stand-ins.ts';
import { inEachView, pictured, take, views } from '../support/views.ts';
import { chainTroubles, troubledItem } from './chain-error-states.ts';
import { storageInTrouble, troubles } from './error-states.ts';

const pages = [
  'overview',
  'library',
  'explore/free',
  'explore/following',
  'library/shared',
  'library/photos',
  'library/trash',
  'settings/privacy',
  'settings/backup',
  'settings/backup/restore-backup',
  'sell',
  'explore/store',
  'library/bought',
  'library/given',
  'library/declined',
  'wallet',
  'node/storage',
  'node/peers',
  'node/transfers',
  'settings/access',
  'node/log',
  'settings',
  'settings/developers',
  'help',
  'settings/developers/api',
];
/** The pages with other nodes or the chain, and with errors. */
const ofTroubles = [
  'library',
  'explore/free',
  'explore/following',
  'library/shared',
  'explore/store',
  troubledItem,
  'library/bought',
  'library/given',
  'library/declined',
  'wallet',
  'node/storage',
  'node/peers',
  'node/transfers',
];
/** Opens every page and checks that none is wider than the window, without findings of axe. */
async function photograph(page: Page, dashboardUrl: string, state: string, paths = pages): Promise<void> {
  // The page applies the language after a reload.
  const speak = (language: 'en' | 'ru') =>
    page.evaluate((chosen) => window.alcove?.invoke('preferences.set', { language: chosen }), language);
  await speak(pictured);
  for (const path of paths) {
    await page.setViewportSize({ width: views[0].width, height: 800 });
    await page.goto(`${dashboardUrl}/${path === 'overview' ? '' : path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const name = path.split('/').map((part) => (part.length > 20 ? 'one' : part));
    const what = [...(pictured === 'en' ? [] : [pictured]), state, ...name].join('-');
    await inEachView(page, (view) => take(page, what, view, 'page'));
  }
  await speak('en');
}

/** Screenshots of a dialog. */
async function photographDialog(page: Page, name: string, open: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 1200, height: 800 });
  await open();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await inEachView(page, async (view) => {
    await take(page, `dialog-${name}`, view);
    await expect
      .poll(() => dialog.evaluate((box) => box.scrollWidth - box.clientWidth))
      .toBeLessThanOrEqual(0);
  });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('fits every page of a new node in light, dark and narrow windows, without accessibility findings', {
  tag: '@story',
}, async ({ launchAlcove }) => {
  const { page, dashboardUrl } = await launchAlcove();
  await photograph(page, dashboardUrl, 'empty');
});

const everyState =
  'every page fits and can be used by everyone, in light, dark and narrow, full, in trouble and in error';
test(everyState, { tag: '@story' }, async ({ launchAlcove }) => {
  test.setTimeout(600_000);
  const alcove = await launchAlcove();
  const { page, dashboardUrl, askLocal } = alcove;
  for (let n = 0; n < 60; n += 1) {
    const name =
      n % 7 === 0
        ? `A rather long name of a recording from the summer of last year, take ${n}.mp3`
        : `file ${n}.txt`;
    await askLocal('/local/content', {
      method: 'POST',
      body: Buffer.alloc(n * 1000 + 1, n),
      headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
    });
  }
  await askLocal('/local/practice', { method: 'POST' });
  const post = (path: string, body: object) =>
    askLocal(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  for (const scopes of [['storage:write'], ['content:read', 'status:write']]) {
    await post('/local/tokens', { name: `A bot that may ${scopes.join(' and ')}`, scopes });
  }
  await post('/local/blocked', { content_id: '11'.repeat(32), reason: 'Not ours to give out' });
  for (const url of ['http://127.0.0.1:9', 'http://no-such-node.invalid']) {
    await post('/local/peers', { url });
  }
  await fillOtherNodes(askLocal);
  const { toPublish, forSale } = await fillMarket(alcove);
  await photograph(page, dashboardUrl, 'full', [
    ...pages,
    `content/publish/${toPublish}`,
    `market/${forSale}`,
    `content/view/${toPublish}`,
  ]);
  const go = (path: string) => page.goto(dashboardUrl + path);
  const choose = async (action: string) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await (await menuItem(page, action)).click();
  };
  await photographDialog(page, 'share', async () => {
    await go('/library');
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('file 10');
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1);
    await choose('Share…');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  });

  const answerOf = async (path: string) => (await askLocal(path)).json();
  const given = {
    ...troubles(
      localContentPage.parse(await answerOf('/local/content')),
      remoteContentList.parse(await answerOf('/local/found')),
    ),
    ...chainTroubles,
  };
  await standIn(page, given);
  await photograph(page, dashboardUrl, 'trouble', ofTroubles);
  const peerAt = (name: string) => `/node/peers?peer=${encodeURIComponent(`https://${name}.example.org`)}`;
  await photographDialog(page, 'peer', async () => void (await go(peerAt('studio'))));
  await photographDialog(page, 'peer-key', async () => void (await go(peerAt('key-changed'))));
  await photographDialog(page, 'peer-clock', async () => void (await go(peerAt('clock-off'))));
  await photographDialog(page, 'self-test', async () => {
    await go('/node/peers');
    await page.getByRole('button', { name: 'Check this node' }).click();
    await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible();
  });
  await photographDialog(page, 'share-trouble', async () => {
    await go('/library');
    await choose('Share…');
    await expect(page.getByRole('dialog').getByText('Not signed in')).toBeVisible();
  });
  await photographDialog(page, 'follow', async () => {
    await go('/explore/free');
    await choose('Follow…');
  });

  await standIn(page, {
    '/local/storage': storageInTrouble({
      state: 'failed',
      message: { reason: 'storage.moveIncompleteCode', params: { code: 'ENOENT' } },
    }),
  });
  await photograph(page, dashboardUrl, 'move-failed', ['node/storage']);
  await standIn(page, Object.fromEntries(Object.keys(given).map((path) => [path, { status: 500 }])));
  await photograph(page, dashboardUrl, 'error', ofTroubles);
});

/** Shares files on the practice node, removes some of this one, pins one, and follows a hashtag. */
async function fillOtherNodes(askLocal: LaunchedAlcove['askLocal']): Promise<void> {
  const send = (method: string) => (path: string, body: object) =>
    askLocal(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  const post = send('POST');
  const hosts = async () => shareHostList.parse(await (await askLocal('/local/share-hosts')).json()).hosts;
  await expect.poll(async () => (await hosts()).some(({ reachable }) => reachable)).toBe(true);
  const host = (await hosts()).find(({ reachable }) => reachable)?.host ?? '';
  const { items } = localContentPage.parse(await (await askLocal('/local/content?limit=12')).json());
  for (const [n, { content_id: id }] of items.entries()) {
    await send('PATCH')(`/local/content/${id}`, {
      title: `Evening by the sea, part ${n + 1}`,
      authors: n % 2 === 0 ? ['Ada Lovelace'] : ['Ada Lovelace', 'An author with a rather long name'],
      hashtags: ['sea', 'summer', 'recorded outside'],
    });
    await post(`/local/content/${id}/shares`, { host, listed: true });
  }
  const shared = async () => sharedList.parse(await (await askLocal('/local/shares')).json()).shares;
  await expect
    .poll(async () => (await shared()).filter(({ state }) => state === 'shared').length)
    .toBe(items.length);
  const gone = items.slice(0, 6);
  for (const { content_id: id } of gone) await askLocal(`/local/content/${id}`, { method: 'DELETE' });
  await askLocal('/local/sync', { method: 'POST' });
  const found = async () => (await (await askLocal('/local/found')).json()) as { total: number };
  await expect.poll(async () => (await found()).total).toBe(items.length);
  await post('/local/copies', { content_id: gone[0]?.content_id, pinned: true });
  await post('/local/subscriptions', { kind: 'hashtag', value: 'never used so far' });
  await post('/local/subscriptions', { kind: 'content', value: gone[1]?.content_id });
}

/** Sells, buys and offers on the practice chain; all items there are this node's own. */
async function fillMarket(alcove: LaunchedAlcove): Promise<{ toPublish: string; forSale: string }> {
  const { askLocal, nodeUrl } = alcove;
  await expect.poll(async () => (await chainOf(alcove)).platform.state).toBe('deployed');
  for (const payer of ['practice_wallet', 'service_wallet']) {
    await askLocal('/local/chain/faucet', { method: 'POST', ...json({ payer, amount: '100000000000' }) });
  }
  const cover = await askLocal('/local/content', {
    method: 'POST',
    body: Buffer.from(await (await fetch(`${nodeUrl}/api/icon.png`)).arrayBuffer()),
    headers: { 'X-File-Name': Buffer.from('cover.png').toString('base64') },
  });
  const { content: picture } = localUpload.parse(await cover.json());
  const stored = localContentPage.parse(await (await askLocal('/local/content?q=file%201')).json()).items;
  const [song, ...others] = stored.slice(0, 4);
  const register = {
    ...({ kind: 'register', pay_with: 'practice_wallet', downloadable: true, royalties: [] } as const),
    ...{ price: '1500000000', resale_price: '5000000007', allow_resale: true, royalties: [] },
  };
  await settled(alcove, {
    ...{
      ...register,
      content_id: song?.content_id ?? '',
      title: 'Waves at night',
      cover_id: picture.content_id,
    },
    ...{ description: 'By the sea.', authors: ['Ada Lovelace', 'Charles Babbage'], hashtags: ['sea'] },
    royalties: [{ address: `0:${'1d'.repeat(32)}`, value: 3333 }],
  });
  for (const { content_id, name } of others) {
    await settled(alcove, { ...register, content_id, title: `Take ${name}`, price: '250000000' });
  }
  const forSale =
    (await itemsOf(alcove)).find(({ title }) => title === 'Waves at night')?.content_address ?? '';
  const purchase = { kind: 'purchase', pay_with: 'service_wallet', content_address: forSale } as const;
  await settled(alcove, { ...purchase, licence: 'resale' });
  const [licence] = await licencesOf(alcove);
  const offer = { kind: 'offer', pay_with: 'service_wallet', price: '9000000000' } as const;
  await settled(alcove, { ...offer, licence_address: licence?.licence_address ?? '' });
  return { toPublish: picture.content_id, forSale };
}
