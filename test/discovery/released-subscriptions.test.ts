import { afterEach, beforeEach, expect, it } from 'vitest';
import { authorTerm } from '../../src/core/lists/search-tokens.ts';
import { SubscriptionRepository } from '../../src/features/discovery/repository/subscription-repository.ts';
import { hashOf, runStep } from '../content/replicated/random-steps.ts';
import { openEmbedded } from '../content/replicated/replica.ts';

const [first, second, third] = [hashOf(0), hashOf(1), hashOf(2)];

let node: ReturnType<typeof openEmbedded>;
let subscriptions: SubscriptionRepository;

beforeEach(async () => {
  node = openEmbedded();
  subscriptions = new SubscriptionRepository(node.db);
  for (const content of [0, 1, 2]) await runStep(node, { do: 'copy', content, type: 0 }, 1);
  await node.copies.setSubscribed([first, second, third], true);
});
afterEach(() => node.close());

const follow = (author: string) => subscriptions.add(`to ${author}`, 'author', author, 1).id;
/** Adds a content to the index, which subscriptions to its authors match. */
const index = (sha256: Buffer, ...authors: string[]) => {
  const tokens = new Set(authors.map(authorTerm));
  subscriptions.indexed({ sha256, number: 1, size: 1, tokens, isNew: false });
};
const release = () =>
  subscriptions.release(10, (some, isKept) => node.copies.setSubscribed(some, false, isKept));
const marked = () =>
  node.db
    .prepare('SELECT sha256 FROM copies JOIN contents USING (number) WHERE subscribed = 1 ORDER BY sha256')
    .pluck()
    .all();
const sorted = (...hashes: Buffer[]) => hashes.sort(Buffer.compare);

it('keep the mark of contents that another one began to match meanwhile', async () => {
  const ann = follow('Ann');
  for (const sha256 of [first, second]) index(sha256, 'Ann');
  subscriptions.end(ann);
  const releasing = release();
  follow('Bob');
  index(second, 'Ann', 'Bob');
  expect(await releasing).toBe(true);
  expect(marked()).toEqual(sorted(second, third));
});

it('keep the mark of contents of another one that ended, which may be added again', async () => {
  const both = [follow('Ann'), follow('Bob')];
  index(first, 'Ann');
  index(second, 'Ann', 'Bob');
  for (const id of both) subscriptions.end(id);
  await release();
  follow('Bob');
  expect(await release()).toBe(false);
  expect(marked()).toEqual(sorted(second, third));
});

it('stay when they are added again meanwhile', async () => {
  const ann = follow('Ann');
  index(first, 'Ann');
  subscriptions.end(ann);
  const releasing = release();
  follow('Ann');
  await releasing;
  expect(subscriptions.all()).toMatchObject([{ value: 'Ann' }]);
});
