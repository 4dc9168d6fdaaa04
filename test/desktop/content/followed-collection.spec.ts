import {
  collectionDetails,
  collectionList,
} from '../../../src/contract/dashboard-api/library/collections.ts';
import { getContentList } from '../../../src/contract/node-api/content.ts';
import { post, startSharingNodes, store } from '../../collections/sharing-nodes.ts';
import { json } from '../../support/node/start-test-node.ts';
import { expect, test } from '../support/fixtures.ts';
import { tone } from '../support/made-files.ts';
import { inEachView, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';

test('shows and plays an album that a followed author publishes and changes', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const [author, host] = await startSharingNodes();
  try {
    const album = collectionDetails.parse(
      await post(author, '/local/collections', { kind: 'album', title: 'Harbour', artists: ['Ada Marlow'] }),
    );
    const path = `/local/collections/${album.id}`;
    for (const [seconds, name] of ['Low tide.wav', 'Lantern.wav'].entries()) {
      const { content_id } = await store(author, name, { bytes: tone(20 + seconds), type: 'audio/wav' });
      await post(author, `${path}/entries`, { entries: [{ content_id }] });
    }
    const publish = () => post(author, `${path}/shares`, { host: host.host, listed: true });
    await publish();
    const owners = async () => {
      const { items } = (await (await fetch(`${host.host}${getContentList.path}`)).json()) as {
        items: { owner: string | null }[];
      };
      return items.map(({ owner }) => owner);
    };
    await expect.poll(async () => (await owners()).length).toBe(3);
    const [wallet] = await owners();

    const { page, askLocal, dashboardUrl } = await launchAlcove({
      args: ['--set', `network.bootstrap=${host.host}`],
    });
    const synchronised = async () => {
      await askLocal('/local/sync', { method: 'POST' });
      const answer = await askLocal('/local/collections');
      return collectionList.parse(await answer.json()).items.map(({ title }) => title);
    };
    await page.goto(`${dashboardUrl}/author/${wallet}`);
    await page.getByRole('button', { name: 'Follow' }).click();
    await expect.poll(synchronised).toEqual(['Harbour']);

    await visit(page, 'Collections');
    const tile = page.getByRole('list', { name: 'Collections' }).getByRole('link', { name: /^Harbour/ });
    await expect(tile).toContainText('Shared by');
    await tile.click();
    const list = page.getByRole('list', { name: 'Items of Harbour' });
    await expect(list.getByRole('listitem')).toHaveText([/Low tide.*0:20/, /Lantern.*0:21/]);
    await expect(page.getByRole('link', { name: /^Shared by/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Share|Move|Remove|Actions for Harbour)/ })).toHaveCount(
      0,
    );
    await page.getByRole('button', { name: 'Actions for Low tide' }).click();
    await expect(page.getByRole('menuitem', { name: 'Play', exact: true })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /^(Move|Remove)/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await inEachView(page, (view) => take(page, 'followed-collection', view, 'page'));
    await page.setViewportSize({ width: 1200, height: 800 });

    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
    const player = page.getByRole('region', { name: 'Player' });
    await expect(player.getByRole('link', { name: 'Low tide' })).toBeVisible();
    const position = player.getByRole('slider', { name: 'Position' });
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.5);

    await author.askLocal(path, { method: 'PATCH', ...json({ title: 'Harbour at night' }) });
    await publish();
    await expect.poll(synchronised).toEqual(['Harbour at night']);
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour at night' })).toBeVisible();

    await page.goto(`${dashboardUrl}/author/${wallet}`);
    await page.getByRole('button', { name: 'Unfollow' }).click();
    await visit(page, 'Collections');
    await expect(page.getByText('Create your first collection')).toBeVisible();
  } finally {
    await author.stop();
    await host.stop();
  }
});
