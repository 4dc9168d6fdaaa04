import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentCounts } from '../../src/contract/dashboard-api/library/content-lists.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let alcove: TestNode;
beforeAll(async () => {
  alcove = await startTestNode();
});
afterAll(() => alcove.stop());

/** Stores a text as the dashboard does. @returns its content id */
async function upload(text: string, options: { hidden?: boolean } = {}): Promise<string> {
  const { content } = await alcove.localClient().upload(new Blob([text]), 'a text.txt', options);
  return content.content_id;
}

const ids = async (query = ''): Promise<string[]> => {
  const { items } = await (await alcove.askLocal(`/local/content${query}`)).json();
  return items.map(({ content_id }: { content_id: string }) => content_id);
};
const count = async () =>
  contentCounts.parse(await (await alcove.askLocal('/local/content-counts')).json()).all;

it('keeps what was made for another content out of lists, searches, counts and the activity log', async () => {
  const listed = await upload('a song');
  const made = await upload('a preview of it', { hidden: true });
  expect([await ids(), await ids('?q=text'), await count()]).toEqual([[listed], [listed], 1]);
  expect((await alcove.askLocal(`/local/content/${made}`)).status).toBe(200);
  expect(await (await alcove.ask(`/api/v1/storage/${made}`)).text()).toBe('a preview of it');
  const { entries } = await (await alcove.askLocal('/local/activity')).json();
  expect(entries.filter(({ kind }: { kind: string }) => kind === 'upload')).toHaveLength(1);
});

it('lists it once the owner stores the same file, and never hides a listed one', async () => {
  const made = await upload('made, then added', { hidden: true });
  expect(await ids()).not.toContain(made);
  expect(await upload('made, then added')).toBe(made);
  expect(await ids()).toContain(made);
  expect(await ids('?sort=title&q=text')).toContain(made);
  await upload('made, then added', { hidden: true });
  expect(await ids()).toContain(made);
});
