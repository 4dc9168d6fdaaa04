import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { foundContents } from '../../src/contract/endpoints/network.ts';
import { contentPage } from '../../src/contract/local.ts';
import { sharedList, shareHostList } from '../../src/contract/local-network.ts';
import { expect, type LaunchedAlcove, test } from './fixtures.ts';
import { standIn } from './stand-in.ts';
import { storageInTrouble, troubles } from './troubles.ts';

const folder = join(import.meta.dirname, '../../test-results/screenshots');
const pages = [
  'overview',
  'content',
  'content/elsewhere',
  'content/following',
  'content/shared',
  'content/blocked',
  'storage',
  'peers',
  'transfers',
  'people',
  'activity',
  'bots',
  'api-docs',
] as const;
/** Those that show other nodes, and what can be wrong with them or here. */
const ofTroubles = [
  'content',
  'content/elsewhere',
  'content/following',
  'content/shared',
  'storage',
  'peers',
  'transfers',
] as const;
const views = [
  { name: 'light', scheme: 'light', width: 1200 },
  { name: 'dark', scheme: 'dark', width: 1200 },
  { name: 'narrow', scheme: 'light', width: 380 },
] as const;

/** Pictures of every page, to be looked at; what they can assert is that no page is wider than the window. */
async function photograph(
  page: Page,
  dashboardUrl: string,
  state: string,
  paths: readonly (typeof pages)[number][] = pages,
): Promise<void> {
  for (const { name, scheme, width } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    for (const path of paths) {
      await page.goto(`${dashboardUrl}/${path === 'overview' ? '' : path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await take(page, `${state}-${path.replace('/', '-')}-${name}`, true);
    }
  }
}

async function take(page: Page, name: string, fullPage = false): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage, animations: 'disabled' });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
}

/** Pictures of a dialog that is opened anew for each view. */
async function photographDialog(page: Page, name: string, open: () => Promise<void>): Promise<void> {
  for (const { name: view, scheme, width } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    await open();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await take(page, `dialog-${name}-${view}`);
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
}

test('every page fits in light, dark and narrow, empty, full, in trouble and in error', async ({
  launchAlcove,
}) => {
  test.setTimeout(480_000);
  const { page, dashboardUrl, askLocal } = await launchAlcove();
  await photograph(page, dashboardUrl, 'empty');
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
  await photograph(page, dashboardUrl, 'full');
  const go = (path: string) => page.goto(dashboardUrl + path);
  const choose = async (action: string) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await photographDialog(page, 'share', async () => {
    await go('/content');
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('file 10');
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1);
    await choose('Share…');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  });

  const answerOf = async (path: string) => (await askLocal(path)).json();
  const given = troubles(
    contentPage.parse(await answerOf('/local/content')),
    foundContents.parse(await answerOf('/local/found')),
  );
  await standIn(page, given);
  await photograph(page, dashboardUrl, 'trouble', ofTroubles);
  const peerAt = (name: string) => `/peers?peer=${encodeURIComponent(`https://${name}.example.org`)}`;
  await photographDialog(page, 'peer', async () => void (await go(peerAt('studio'))));
  await photographDialog(page, 'peer-key', async () => void (await go(peerAt('key-changed'))));
  await photographDialog(page, 'peer-clock', async () => void (await go(peerAt('clock-off'))));
  await photographDialog(page, 'self-test', async () => {
    await go('/peers');
    await page.getByRole('button', { name: 'Check this node' }).click();
    await expect(page.getByRole('list', { name: 'What was checked' })).toBeVisible({ timeout: 30_000 });
  });
  await photographDialog(page, 'share-trouble', async () => {
    await go('/content');
    await choose('Share…');
    await expect(page.getByRole('dialog').getByText('Not signed in')).toBeVisible();
  });
  await photographDialog(page, 'details', async () => {
    await go('/content');
    await choose('Details');
  });
  await photographDialog(page, 'follow', async () => {
    await go('/content/elsewhere');
    await choose('Follow…');
  });

  await standIn(page, {
    '/local/storage': storageInTrouble({
      state: 'failed',
      message: 'The disk is not there. Connect it, then move again.',
    }),
  });
  await photograph(page, dashboardUrl, 'move-failed', ['storage']);
  await standIn(page, Object.fromEntries(Object.keys(given).map((path) => [path, { status: 500 }])));
  await photograph(page, dashboardUrl, 'error', ofTroubles);
});

/** Shares files on the practice node, some of which leave this one, keeps one of them, and follows a hashtag. */
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
  const { items } = contentPage.parse(await (await askLocal('/local/content?limit=12')).json());
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
    .poll(async () => (await shared()).filter(({ state }) => state === 'shared').length, { timeout: 30_000 })
    .toBe(items.length);
  const gone = items.slice(0, 6);
  for (const { content_id: id } of gone) await askLocal(`/local/content/${id}`, { method: 'DELETE' });
  await askLocal('/local/sync', { method: 'POST' });
  const found = async () => (await (await askLocal('/local/found')).json()) as { total: number };
  await expect.poll(async () => (await found()).total, { timeout: 30_000 }).toBe(items.length);
  await post('/local/copies', { content_id: gone[0]?.content_id, pinned: true });
  await post('/local/subscriptions', { kind: 'hashtag', value: 'never used so far' });
  await post('/local/subscriptions', { kind: 'content', value: gone[1]?.content_id });
}
