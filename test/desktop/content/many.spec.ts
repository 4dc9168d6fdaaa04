import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { manyContents } from '../../../bench/lib/many-contents.ts';
import { RemoteIndexRepository } from '../../../src/features/discovery/repository/remote-index-repository.ts';
import { SubscriptionRepository } from '../../../src/features/discovery/repository/subscription-repository.ts';
import { SyncStateRepository } from '../../../src/features/discovery/repository/sync-state-repository.ts';
import { PeerRepository } from '../../../src/features/peers/repository/peer-repository.ts';
import { openDatabase } from '../../../src/platform/sqlite/open-database.ts';
import { startTestNode } from '../../support/node/start-test-node.ts';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

const manyPeers = 1000;
const manyOthers = 10_000;
const hour = 3_600_000;
const hostOf = (n: number) => `https://n${n}.example.org`;

/** The database of a node after months in a network; none of its peers is due soon. */
function plant(dataDir: string): void {
  const db = openDatabase(join(dataDir, 'alcove.db'));
  const now = Date.now();
  const peers = new PeerRepository(db);
  const hosts = Array.from({ length: manyPeers }, (_, n) => hostOf(n));
  void peers.learn(hosts, now, { max: manyPeers, periodMs: 1, peers: manyPeers });
  db.transaction(() => {
    for (const [n, host] of hosts.entries()) {
      void peers.recordProof({
        host,
        publicKey: `key of ${n}`,
        version: '1.0.0',
        compatibility: 'compatible',
        capabilities: '["storage","content"]',
        metrics: '{"contents":42}',
        warning: null,
        latencyMs: (n * 7) % 700,
        at: now,
        nextAttempt: now + hour,
        otherHostsNextAttempt: now + hour,
      });
    }
  })();
  const states = new SyncStateRepository(db);
  const sources = hosts.slice(0, 5).map((host, n) => states.add(host, `key of ${n}`, now));
  for (const { id } of sources) {
    states.update(id, { syncedAt: now, nextSync: now + hour, behind: 0 });
  }
  const index = new RemoteIndexRepository(db, new SubscriptionRepository(db));
  index.transaction(() => {
    for (let n = 0; n < manyOthers; n += 1) {
      const record = {
        contentType: 'audio/mpeg',
        size: 1000 + n,
        title: `Recording ${n}`,
        description: '',
        authors: ['Ada Lovelace'],
        hashtags: n % 1000 === 0 ? ['rare'] : ['sea'],
        cover: null,
        owner: null,
        createdAt: now - n * 1000,
      };
      const sha256 = createHash('sha256').update(`${n}`).digest();
      for (const source of sources.slice(0, 1 + (n % 5))) index.apply(source, { sha256, record }, now);
    }
  });
  db.close();
}

test('scrolls tens of thousands of files from any position', { tag: '@story' }, async ({
  launchAlcove,
  temporaryFolder,
}) => {
  const many = 20_000;
  const dataDir = temporaryFolder();
  await (await startTestNode({ dataDir })).stop();
  const { db } = manyContents(join(dataDir, 'alcove.db'), many);
  db.exec("UPDATE contents SET uploaded_by = 'owner'");
  db.close();
  const { page, askLocal } = await launchAlcove({ dataDir });
  await visit(page, 'Library');
  const files = page.getByRole('table', { name: 'Your files' });
  const row = (n: number) => files.getByRole('row', { name: new RegExp(`Recording ${n}\\b`) });
  const menuOf = (n: number) => row(n).getByRole('button', { name: /^Actions/ });
  const isBounded = async () => expect(await files.getByRole('row').count()).toBeLessThan(80);
  await expect(files).toHaveAttribute('aria-rowcount', `${many + 1}`);
  await expect(row(many)).toHaveAttribute('aria-rowindex', '2');

  await page.keyboard.press('End');
  await expect(row(1)).toBeInViewport();
  await expect(row(1)).toHaveAttribute('aria-rowindex', `${many + 1}`);
  await isBounded();

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(row(many / 2)).toBeAttached();
  await isBounded();

  // A failed page is reported at its position, and can be loaded again.
  const failing = /\/local\/content\?.*skip=[45]\d{3}/;
  await page.route(failing, (route) => route.abort());
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 4));
  await expect(page.getByRole('alert')).toBeInViewport();
  await page.unroute(failing);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row((many * 3) / 4)).toBeAttached();
  await expect(page.getByRole('alert')).not.toBeAttached();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(row(many / 2)).toBeAttached();

  // Uploads meanwhile move nothing.
  const place = await row(many / 2).boundingBox();
  await askLocal('/local/content', { method: 'POST', body: 'new', headers: { 'x-file-name': 'bmV3' } });
  await expect(page.getByRole('button', { name: 'Show new items' })).toBeVisible();
  expect(await row(many / 2).boundingBox()).toEqual(place);

  // The row with the focus stays, and navigation continues from it.
  await menuOf(many / 2).focus();
  await page.keyboard.press('Home');
  await expect(row(many)).toBeInViewport();
  await expect(menuOf(many / 2)).toBeFocused();
  await isBounded();
  await page.keyboard.press('Tab');
  await expect(row(many / 2 - 1).locator(':focus')).toHaveCount(1);
  await expect(row(many / 2 - 1)).toBeInViewport();

  // Deletions far down leave no gap, and the position is restored.
  await menuOf(many / 2 - 1).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(row(many / 2 - 1)).not.toBeAttached();
  await expect(row(many / 2 - 2)).toHaveAttribute('aria-rowindex', `${many / 2 + 4}`);
  const left = await row(many / 2 - 2).boundingBox();
  await visit(page, 'Settings');
  await page.goBack();
  await expect(row(many / 2 - 2)).toBeVisible();
  expect((await row(many / 2 - 2).boundingBox())?.y).toBeCloseTo(left?.y ?? 0, -1);
  await isBounded();

  // The end can be reached with other row heights than estimated.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press('End');
  await expect(row(1)).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  for (let n = 0; n < 20; n += 1) await page.keyboard.press('PageUp', { delay: 40 });
  await expect(files).toHaveAttribute('aria-rowcount', `${many + 1}`);
  await page.setViewportSize({ width: 1180, height: 800 });
  await expect(files.getByRole('columnheader', { name: 'Added' })).toBeVisible();

  // The list follows the row with the focus when many rows are added above it at once.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await menuOf(many - 1).focus();
  for (let n = 0; n < 40; n += 1) {
    const headers = { 'x-file-name': Buffer.from(`more ${n}`).toString('base64') };
    await askLocal('/local/content', { method: 'POST', body: `more ${n}`, headers });
  }
  await expect(files).toHaveAttribute('aria-rowcount', `${many + 41}`);
  await expect(row(many - 1)).toHaveAttribute('aria-rowindex', '44');
  await expect(menuOf(many - 1)).toBeFocused();

  await page.keyboard.press('End');
  await expect(row(1)).toBeInViewport();

  // The same as tiles, whose lines are higher than their placeholders.
  await page.getByRole('button', { name: 'Show as grid' }).click();
  const tile = (name: RegExp) => page.getByRole('link', { name });
  await page.keyboard.press('End');
  await expect(tile(/Recording 1\b/)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(tile(/more 39\b/)).toBeInViewport();
  await page.getByRole('button', { name: 'Show as list' }).click();

  await page.getByRole('searchbox', { name: 'Search' }).fill('recording 432');
  await expect(files).toHaveAttribute('aria-rowcount', '12');
});

test('loads a thousand peers and ten thousand remote files in small pages', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder }) => {
  const dataDir = temporaryFolder();
  const first = await launchAlcove({ dataDir });
  first.process.kill('SIGTERM');
  await first.exited;
  plant(dataDir);
  const { page } = await launchAlcove({ dataDir });
  await visit(page, 'Free');
  const files = page.getByRole('table', { name: 'Files on other nodes' });
  await expect(files).toHaveAttribute('aria-rowcount', '10001');
  await expect(files.getByRole('row', { name: /Recording 0\b/ })).toBeVisible();
  expect(await files.getByRole('row').count()).toBeLessThan(60);
  const far = files.getByRole('row', { name: /Recording 450\b/ });
  await expect(async () => {
    // Less than the rows that are attached, so that none is skipped.
    await page.mouse.wheel(0, 800);
    await expect(far).toBeAttached({ timeout: 300 });
  }).toPass();
  expect(await files.getByRole('row').count()).toBeLessThan(60);

  await page.getByRole('searchbox', { name: 'Search other nodes' }).fill('rare');
  await expect(files).toHaveAttribute('aria-rowcount', '11');
  await page.getByRole('searchbox', { name: 'Search other nodes' }).fill('recording 9876');
  await expect(files).toHaveAttribute('aria-rowcount', '2');

  await visit(page, 'Peers');
  const peers = page.getByRole('table', { name: 'Peers' });
  await expect(peers).toHaveAttribute('aria-rowcount', '1001');
  expect(await peers.getByRole('row').count()).toBeLessThan(60);
  await page.getByText('Map', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Peers on the map' }).getByRole('link')).toHaveCount(150);
  await page.getByText('List', { exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search peers' }).fill('n999');
  await expect(peers).toHaveAttribute('aria-rowcount', '2');
});
