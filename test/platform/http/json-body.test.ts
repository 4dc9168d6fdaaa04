import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf, store } from '../../support/node/content-world.ts';
import { startTestNode, type TestNode } from '../../support/node/start-test-node.ts';

let alcove: TestNode;
beforeAll(async () => {
  alcove = await startTestNode();
});
afterAll(() => alcove.stop());

it.each([
  ['duplicate names', '{"title":"A","title":"B"}', 'body.title'],
  ['duplicate names in two spellings', '{"title":"A","\\u0074itle":"B"}', 'body.title'],
  ['a lone surrogate', '{"title":"\\ud800"}', 'body.title'],
  ['an integer that is not exact', '{"title":"A","other":9007199254740993}', 'body.other'],
  ['no JSON', '{"title":', 'body'],
])('a JSON body with %s is refused, and changes nothing', async (_what, body, path) => {
  const id = await store(alcove, await alcove.token('storage:write'), 'The same bytes.');
  const { body: before } = await answerOf(alcove.askLocal(`/local/content/${id}`));
  const headers = { 'Content-Type': 'application/json' };
  const refused = await answerOf(alcove.askLocal(`/local/content/${id}`, { method: 'PATCH', headers, body }));
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ path }] } });
  expect((await answerOf(alcove.askLocal(`/local/content/${id}`))).body).toEqual(before);
});
