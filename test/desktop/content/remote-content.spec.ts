import type { Page } from '@playwright/test';
import {
  type LocalContent,
  localContentPage,
  localUpload,
} from '../../../src/contract/dashboard-api/content.ts';
import { collectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { sharedList, shareHostList } from '../../../src/contract/dashboard-api/sharing.ts';
import { json } from '../../support/node/start-test-node.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { menuItem } from '../support/menu.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove();

async function store(
  { askLocal }: LaunchedAlcove,
  name: string,
  words: Partial<Pick<LocalContent, 'title' | 'authors' | 'hashtags'>> = {},
): Promise<LocalContent> {
  const response = await askLocal('/local/content', {
    method: 'POST',
    body: Buffer.from(`the bytes of ${name}`),
    headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
  });
  const { content } = localUpload.parse(await response.json());
  await askLocal(`/local/content/${content.content_id}`, {
    method: 'PATCH',
    body: JSON.stringify(words),
    headers: { 'Content-Type': 'application/json' },
  });
  return content;
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await (await menuItem(page, new RegExp(`^${action}$`))).click();
}

async function practiceHost({ askLocal }: LaunchedAlcove): Promise<string | undefined> {
  const { hosts } = shareHostList.parse(await (await askLocal('/local/share-hosts')).json());
  return hosts.find(({ reachable, signed_in }) => reachable && signed_in?.way === 'practice')?.host;
}

/** Shares a stored file on the practice node, in its list, through the dashboard API. */
async function share({ askLocal }: LaunchedAlcove, content: LocalContent): Promise<string> {
  const { hosts } = (await (await askLocal('/local/share-hosts')).json()) as { hosts: { host: string }[] };
  const host = hosts[0]?.host ?? '';
  const response = await askLocal(`/local/content/${content.content_id}/shares`, {
    method: 'POST',
    body: JSON.stringify({ host, listed: true }),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(response.status).toBe(200);
  await expect
    .poll(async () => {
      const { shares } = sharedList.parse(await (await askLocal('/local/shares')).json());
      return shares.find(({ content_id }) => content_id === content.content_id)?.state;
    })
    .toBe('shared');
  return host;
}

test('shares a file in the practice network, opens its link without the app, and stops sharing', async () => {
  const alcove = given();
  const { page, app, askLocal } = alcove;
  await askLocal('/local/practice', { method: 'DELETE' });
  await store(alcove, 'summer song.txt');
  await visit(page, 'Library');
  await choose(page, 'summer song.txt', 'Share…');
  const dialog = page.getByRole('dialog', { name: 'Share summer song' });
  await expect(dialog.getByText('Add a public node first')).toBeVisible();
  await dialog.getByRole('button', { name: 'Start practice mode' }).click();
  await expect(dialog.getByText('No sign-in needed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();

  const item = dialog.getByRole('listitem', { name: 'Practice node on this computer' });
  await expect(item.getByText('Shared', { exact: true })).toBeVisible();
  await expect(item).not.toContainText('http');
  await expect(item).toContainText('its link works only here');
  await item.getByRole('button', { name: 'Copy link:' }).click();
  const link = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(await (await fetch(link)).text()).toContain('<h1 dir="auto">summer song</h1>');
  const direct = (await item.getByTitle(/^http:.*\/api\/v1\/storage\//).getAttribute('title')) ?? '';
  expect(await (await fetch(direct)).text()).toBe('the bytes of summer song.txt');
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  await item.getByRole('button', { name: 'Open link:' }).click();
  await expect.poll(() => app.evaluate(() => (globalThis as { opened?: string[] }).opened)).toEqual([link]);
  const refused = await page.evaluate(
    (url) =>
      window.alcove?.invoke('share.open', { url }).then(
        () => 'opened',
        (error: Error) => error.message,
      ),
    `${link}x`,
  );
  expect(refused).toContain('Your node doesn’t share this file');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /summer song/ })).toContainText('Shared on 1 node');
  await visit(page, 'Shared');
  const card = page.getByRole('region', { name: 'Practice node on this computer' });
  await card.getByRole('button', { name: 'Stop sharing: summer song' }).click();
  await expect(page.getByRole('dialog')).toContainText('Copies made by others remain');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(page.getByText('Nothing shared yet')).toBeVisible();
  expect((await fetch(link)).status).toBe(404);
});

test('shows a shared collection as one, and stops sharing it from its page', { tag: '@story' }, async () => {
  const alcove = given();
  const { page, askLocal, dashboardUrl } = alcove;
  await askLocal('/local/practice', { method: 'POST' });
  await expect.poll(() => practiceHost(alcove)).toBeDefined();
  const { content_id } = await store(alcove, 'low tide.txt');
  const made = await askLocal('/local/collections', {
    method: 'POST',
    ...json({ kind: 'album', title: 'Harbour' }),
  });
  const { id } = collectionDetails.parse(await made.json());
  await askLocal(`/local/collections/${id}/entries`, {
    method: 'POST',
    ...json({ entries: [{ content_id }] }),
  });
  await page.goto(`${dashboardUrl}/collection/${id}`);
  await expect(page.getByRole('list', { name: 'Items of Harbour' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Shared', { exact: true })).toHaveCount(0);
  const shared = { host: await practiceHost(alcove) };
  await askLocal(`/local/collections/${id}/shares`, { method: 'POST', ...json(shared) });
  await expect(page.getByRole('main').getByText('Shared', { exact: true })).toBeVisible();

  await visit(page, 'Shared');
  const list = page.getByRole('list', { name: 'Shared on Practice node on this computer' });
  await expect(list.getByRole('listitem')).toHaveText([/^Harbour/]);
  await page.getByRole('button', { name: 'Show 1 file of a collection' }).click();
  await expect(list.getByRole('listitem')).toHaveText([/^Harbour/, /^low tide/]);

  await page.goto(`${dashboardUrl}/collection/${id}`);
  await page.getByRole('button', { name: 'Show link or stop sharing' }).click();
  await expect(page.getByRole('button', { name: /^Copy link:/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Copy link to the file only/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Stop sharing/ }).click();
  await page
    .getByRole('dialog', { name: 'Stop sharing?' })
    .getByRole('button', { name: 'Stop sharing' })
    .click();
  await expect(page.getByRole('button', { name: 'Show link or stop sharing' })).toHaveCount(0);
});

test('finds remote content by its hashtag, fetches and pins it, and follows the hashtag', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  await askLocal('/local/practice', { method: 'POST' });
  await expect
    .poll(async () => ((await (await askLocal('/local/share-hosts')).json()) as { hosts: object[] }).hosts)
    .toMatchObject([{ reachable: true, signed_in: { way: 'practice' } }]);
  const far = await store(alcove, 'far.txt', {
    title: 'Waves at night',
    authors: ['Ada Lovelace'],
    hashtags: ['sea'],
  });
  const near = await store(alcove, 'near.txt', { title: 'A quiet lane', hashtags: ['town'] });
  for (const content of [far, near]) await share(alcove, content);
  await askLocal(`/local/content/${far.content_id}`, { method: 'DELETE' });

  await visit(page, 'Free');
  await page.getByRole('button', { name: 'Refresh' }).click();
  const table = page.getByRole('table', { name: 'Files on other nodes' });
  const row = (text: string) => table.getByRole('row').filter({ hasText: text });
  await expect(row('A quiet lane')).toContainText('Downloaded');
  await expect(row('Waves at night').getByRole('button', { name: /^1 node: http/ })).toBeVisible();

  await row('Waves at night').getByRole('button', { name: 'Show only files with #sea' }).click();
  await expect(row('A quiet lane')).toBeHidden();
  expect(new URL(page.url()).searchParams.get('hashtag')).toBe('sea');
  await page.getByRole('searchbox', { name: 'Search other nodes' }).fill('nothing like it');
  await expect(page.getByText('No files found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();

  await choose(page, 'Waves at night', 'Add to Library');
  await expect(row('Waves at night')).toContainText('Downloaded');
  await choose(page, 'Waves at night', 'Follow…');
  await page.getByRole('dialog').getByRole('radio', { name: 'Files by Ada Lovelace' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Follow' }).click();

  await visit(page, 'Following');
  const followed = page.getByRole('list', { name: 'Following' });
  await expect(followed).toContainText('Files by Ada Lovelace');
  await expect(followed).toContainText('1 file downloaded');
  await visit(page, 'Home');
  await expect(page.getByRole('list', { name: 'New from people you follow' })).toContainText(
    'Waves at night',
  );
  await expect(page.getByRole('list', { name: 'Recently added' })).not.toContainText('Waves at night');

  await visit(page, 'Library');
  const kept = page.getByRole('row', { name: /Waves at night/ });
  await expect(kept).toContainText('Copy from http://127.0.0.1');
  await expect(kept).toContainText('in Library');
  const stored = localContentPage.parse(await (await askLocal('/local/content')).json()).items;
  const { name } = stored.find(({ content_id }) => content_id === far.content_id) as LocalContent;
  await choose(page, name, 'Remove from Library');
  await expect(kept).toContainText('followed');

  await visit(page, 'Following');
  await followed.getByRole('button', { name: 'Unfollow: Files by Ada Lovelace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unfollow' }).click();
  await expect(page.getByText('Not following anything yet')).toBeVisible();
  await visit(page, 'Library');
  await expect(kept).toContainText('in the cache');
});
