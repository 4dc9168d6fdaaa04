import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RemoteFetch } from '../../src/features/fetch/remote-fetch.ts';
import { sha256Of, startFetching } from '../fetch/support/fetching.ts';
import { closeHolders, type Holder, has, lacks, startHolder } from '../fetch/support/holder.ts';
import { patience } from '../support/patience.ts';
import { hashOf, type ListServer, listOf, recordOf, startListServer } from './list-server.ts';
import { startTestSync, type TestSync } from './test-sync.ts';

const song = Buffer.from('A song.');
const names = Array.from({ length: 200 }, (_, index) => `Fake ${index}`);

let own: TestSync;
let liar: ListServer;
let liarStore: Holder;
let honest: Holder;
let fetching: RemoteFetch;

beforeEach(async () => {
  liar = await startListServer(listOf(names.map((name) => recordOf(name, { hashtags: ['song'] }))));
  liarStore = await startHolder(lacks);
  honest = await startHolder(lacks);
  ({ fetching } = startFetching([{ host: liarStore.host, known: true }, honest]));
  own = startTestSync({ fetch: (sha256, how) => fetching.fetch(sha256, how) });
  own.knows(liar.host);
});
afterEach(async () => {
  await own.stop();
  await fetching.stop();
  rmSync(own.folder, { recursive: true, force: true });
  await liar.stop();
  closeHolders();
});

it('sends no requests to other nodes for a subscription because of a false claim', async () => {
  await own.sync.run();
  own.sync.subscriptions.add({ kind: 'hashtag', value: 'song' });
  own.sync.start();
  await vi.waitFor(() => expect(own.fetched.length).toBe(names.length), patience);
  await vi.waitFor(() => expect(fetching.transfers()).toEqual([]), patience);
  expect(liarStore.requests.length).toBe(names.length);
  expect(honest.requests.length).toBe(0);
  // A request of the owner for one of them goes to all nodes.
  const [name = ''] = names;
  const asked = fetching.fetch(hashOf(name), {
    priority: 'foreground',
    signal: new AbortController().signal,
  });
  await expect(asked).rejects.toMatchObject({ code: 'content_not_found' });
  expect(honest.requests.length).toBe(1);
});

it('serves a request in the meantime from the nodes that have the content', async () => {
  const answered = new Promise<() => void>((resolve) => {
    liarStore.answer = (response, request) => resolve(() => lacks(response, request));
  });
  honest.answer = has(song);
  const signal = new AbortController().signal;
  const sha256 = sha256Of(song);
  const background = fetching.fetch(sha256, { priority: 'background', onlyKnown: true, signal });
  const answer = await answered;
  const asked = fetching.fetch(sha256, { priority: 'foreground', signal });
  liarStore.answer = lacks;
  answer();
  await Promise.all([background, asked]);
  expect(honest.requests.length).toBe(1);
});
