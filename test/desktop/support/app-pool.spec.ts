import { getContentIds } from '../../../src/contract/dashboard-api/content.ts';
import { json } from '../../support/node/start-test-node.ts';
import { expect, type LaunchedAlcove, test } from './fixtures.ts';

const ownText = 'left by a test';

/** What the dashboard can remove again. */
async function changeMuch({ app, page, askLocal }: LaunchedAlcove): Promise<void> {
  await page.evaluate((text) => localStorage.setItem('text', text), ownText);
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.reject(new Error('left by a test'));
  });
  await askLocal('/local/content', { method: 'POST', body: ownText });
  await askLocal('/local/blocked', {
    method: 'POST',
    ...json({ content_id: '11'.repeat(32), reason: ownText }),
  });
  await askLocal('/local/tokens', { method: 'POST', ...json({ name: ownText, scopes: ['content:read'] }) });
  const change = json({ storage: { quota_bytes: 1_000_000_000 } });
  await askLocal('/local/settings', { ...change, method: 'PATCH' });
}

test('gives an app that serves several files the state of a new one, or replaces it', {
  tag: '@story',
}, async ({ takeAlcove }) => {
  const first = await takeAlcove();
  await changeMuch(first);

  const second = await takeAlcove();
  expect(second.process.pid).toBe(first.process.pid);
  expect(await second.page.evaluate(() => localStorage.getItem('text'))).toBeNull();
  expect(await second.app.evaluate(({ dialog }) => String(dialog.showOpenDialog))).not.toContain('left by');
  const { content_ids } = getContentIds.responses[200].schema.parse(
    await (await second.askLocal(getContentIds.path)).json(),
  );
  expect(content_ids).toEqual([]);
  expect(await (await second.askLocal('/local/blocked')).json()).toEqual({ blocked: [] });
  expect(await (await second.askLocal('/local/tokens')).json()).toEqual({ tokens: [] });
  expect(await (await second.askLocal('/local/settings')).text()).not.toContain('"source":"dashboard"');

  // What the tests do not remove: the app is replaced.
  await second.askLocal('/local/subscriptions', {
    method: 'POST',
    ...json({ kind: 'hashtag', value: 'sea' }),
  });
  const third = await takeAlcove();
  expect(third.process.pid).not.toBe(first.process.pid);
  expect(third.dataDir).not.toBe(first.dataDir);
});
