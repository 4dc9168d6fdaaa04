import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import type { Activity } from '../../src/core/events/activity.ts';
import { foreignText } from '../../src/core/messages/message.ts';
import { NodeError } from '../../src/core/node-error.ts';
import { formatTonAddress } from '../../src/core/ton/ton-address.ts';
import { patience } from '../support/patience.ts';
import { hashOf, idOf, type ListServer, listOf, recordOf, startListServer } from './list-server.ts';
import { startTestSync, type TestSync, type TestSyncOptions } from './test-sync.ts';

const owner = formatTonAddress(`0:${'7'.repeat(64)}`, { bounceable: false, testOnly: false });
const sea = recordOf('Sea song', { owner, authors: ['Ada Li'], hashtags: ['Summer'], size: 100 });
const night = recordOf('Night song', {
  ...{ authors: ['ada li', 'Bob'], size: 20, created_at: '2026-03-01T12:00:00.000Z' },
});
const lake = recordOf('Lake', { hashtags: ['summer'], size: 3, created_at: '2026-02-01T12:00:00.000Z' });

let own: TestSync;
let server: ListServer;

const restart = async (options: TestSyncOptions = {}): Promise<void> => {
  await own.stop();
  const { copyStore } = own;
  own = startTestSync({ folder: own.folder, ...options });
  Object.assign(own.copyStore, copyStore);
};
const list = () => own.sync.subscriptions.list();
const kept = () => list().map((one) => one.stored);
const hex = (name: string) => hashOf(name).toString('hex');
/** Starts discovery, and with it the fetches of subscriptions. */
const start = () => own.sync.start();

beforeEach(async () => {
  own = startTestSync();
  server = await startListServer(listOf([sea, night, lake]));
  own.knows(server.host);
});
afterEach(async () => {
  await own.stop();
  rmSync(own.folder, { recursive: true, force: true });
  await server.stop();
});

describe('a subscription', () => {
  it.each([
    ['owner', owner, ['Sea song']],
    ['owner', `0:${'7'.repeat(64)}`, ['Sea song']],
    ['author', 'ADA LI', ['Night song', 'Sea song']],
    ['hashtag', 'SUMMER', ['Lake', 'Sea song']],
    ['content', hex('Lake'), ['Lake']],
    ['content', idOf('on no list'), ['on no list']],
  ] as const)('to the %s %s fetches matching entries, newest first', async (kind, value, names) => {
    const noted: Activity[] = [];
    await restart({ note: (activity) => noted.push(activity) });
    await own.sync.run();
    own.sync.subscriptions.add({ kind, value });
    start();
    await vi.waitFor(() => expect(kept()).toEqual([names.length]), patience);
    expect(own.fetched).toEqual(names.map(hex));
    expect([...own.copyStore.subscribed].sort()).toEqual(names.map(hex).sort());
    expect(list()).toMatchObject([{ kind, matches: names.length, message: null }]);
    expect(noted.map(({ subject, detail }) => [subject, detail])).toEqual(
      names.map((name) => [contentIdOf(hashOf(name)), 'activity.followedDownloaded']),
    );
  });

  it('returns its value in the form of responses, and is not added twice', () => {
    const first = own.sync.subscriptions.add({ kind: 'owner', value: `0:${'7'.repeat(64)}` });
    expect(own.sync.subscriptions.add({ kind: 'owner', value: owner })).toEqual(first);
    own.sync.subscriptions.add({ kind: 'content', value: hex('x') });
    expect(list().map(({ value }) => value)).toEqual(expect.arrayContaining([owner, idOf('x')]));
    expect(() => own.sync.subscriptions.add({ kind: 'owner', value: 'me' })).toThrow(/isn’t a TON address/);
    expect(() => own.sync.subscriptions.add({ kind: 'content', value: 'me' })).toThrow(NodeError);
    expect(() => own.sync.subscriptions.end('none')).toThrow(/already unfollowed/);
  });

  it('fetches entries that appear later, and entries that begin to match', async () => {
    own.sync.subscriptions.add({ kind: 'hashtag', value: 'summer' });
    start();
    await vi.waitFor(() => expect(kept()).toEqual([2]), patience);
    const retold = { ...night, hashtags: ['summer'] };
    server.answer = listOf([sea, night, lake, recordOf('new', { hashtags: ['#summer'] }), retold]);
    // A running pass may have read the list before it changed.
    await vi.waitFor(async () => {
      await own.sync.now();
      expect(kept()).toEqual([4]);
    }, patience);
    expect(list()).toMatchObject([{ matches: 4, stored_bytes: 133 }]);
  });

  it('keeps contents deleted by their source, and does not fetch those missing from all sources', async () => {
    own.copyStore.room = 50;
    own.sync.subscriptions.add({ kind: 'hashtag', value: 'summer' });
    start();
    await vi.waitFor(() => expect(list()).toMatchObject([{ matches: 2, stored: 1 }]), patience);
    const deletions = ['Sea song', 'Lake'].map((name) => ({ content_id: idOf(name), deleted: true }));
    server.answer = listOf([sea, night, lake, ...deletions]);
    // A running pass may have read the list before it changed.
    await vi.waitFor(async () => {
      await own.sync.now();
      expect(list()).toMatchObject([{ matches: 1, stored: 1, message: null }]);
    }, patience);
    expect(own.copyStore.subscribed).toEqual(new Set([hex('Lake')]));
  });

  it('keeps contents that are already stored, and releases those without another subscription', async () => {
    own.copyStore.stored.set(hex('Sea song'), 100);
    await own.sync.run();
    const summer = own.sync.subscriptions.add({ kind: 'hashtag', value: 'summer' });
    const ada = own.sync.subscriptions.add({ kind: 'author', value: 'Ada Li' });
    start();
    await vi.waitFor(() => expect(kept()).toEqual([2, 2]), patience);
    expect(own.fetched.sort()).toEqual([hex('Night song'), hex('Lake')].sort());
    own.sync.subscriptions.end(summer.id);
    await vi.waitFor(
      () => expect(own.copyStore.subscribed).toEqual(new Set([hex('Sea song'), hex('Night song')])),
      patience,
    );
    own.sync.subscriptions.end(ada.id);
    await vi.waitFor(() => expect(own.copyStore.subscribed.size).toBe(0), patience);
    expect(list()).toEqual([]);
    own.sync.subscriptions.add({ kind: 'hashtag', value: 'summer' });
    await vi.waitFor(
      () => expect(own.copyStore.subscribed).toEqual(new Set([hex('Sea song'), hex('Lake')])),
      patience,
    );
  });

  it('waits for free space, reports it, and continues when there is some', async () => {
    own.copyStore.room = 50;
    own.sync.subscriptions.add({ kind: 'author', value: 'Ada Li' });
    start();
    const waiting = { matches: 2, stored: 1, message: { reason: 'discovery.noSpace' } };
    await vi.waitFor(() => expect(list()).toMatchObject([waiting]), patience);
    own.copyStore.room = 1000;
    own.time.now += 61_000;
    own.sync.conditionsChanged();
    await vi.waitFor(() => expect(list()).toMatchObject([{ stored: 2, message: null }]), patience);
  });

  it('stops while paused, aborts running fetches, and continues afterwards', async () => {
    let attempts = 0;
    let brokenOff = 0;
    await restart({
      fetch: (_sha256, { signal }) => {
        attempts += 1;
        if (attempts > 1)
          return Promise.reject(new NodeError('content_not_found', foreignText('Nobody has it.')));
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            brokenOff += 1;
            reject(new NodeError('fetch_cancelled', foreignText('It was cancelled.')));
          });
        });
      },
    });
    own.sync.subscriptions.add({ kind: 'content', value: idOf('x') });
    start();
    await vi.waitFor(() => expect(attempts).toBe(1), patience);
    own.paused.by = ['battery'];
    own.sync.conditionsChanged();
    await vi.waitFor(() => expect(brokenOff).toBe(1), patience);
    expect(list()).toMatchObject([{ message: { reason: 'discovery.pausedBattery' } }]);
    expect(attempts).toBe(1);
    own.paused.by = [];
    own.sync.conditionsChanged();
    await vi.waitFor(() => expect(attempts).toBe(2), patience);
  });

  it.each([
    ['content_not_found', 'discovery.filesNowhere', 60_000],
    ['peer_content_invalid', 'discovery.filesInvalid', 60_000],
    ['payload_too_large', 'discovery.filesTooLarge', 6 * 3_600_000],
    ['insufficient_storage', 'discovery.noSpace', 60_000],
    ['blocked', 'discovery.filesBlocked', 6 * 3_600_000],
    ['fetch_cancelled', 'discovery.filesCancelled', 6 * 3_600_000],
    ['internal', 'discovery.filesFailed', 60_000],
  ] as const)('reports %s, and retries after a while', async (code, reason, afterMs) => {
    let attempts = 0;
    await restart({
      fetch: () => {
        attempts += 1;
        return Promise.reject(new NodeError(code, foreignText('It did not work.')));
      },
    });
    own.sync.subscriptions.add({ kind: 'content', value: idOf('x') });
    start();
    await vi.waitFor(() => expect(list()).toMatchObject([{ message: { reason } }]), patience);
    own.time.now += afterMs - 1000;
    own.sync.conditionsChanged();
    own.sync.subscriptions.add({ kind: 'content', value: idOf('y') });
    await vi.waitFor(() => expect(attempts).toBe(2), patience);
    own.time.now += 2000;
    own.sync.conditionsChanged();
    await vi.waitFor(() => expect(attempts).toBe(3), patience);
  });

  it('fetches missing contents again after a while', async () => {
    let attempts = 0;
    await restart({
      fetch: async () => {
        attempts += 1;
      },
    });
    own.sync.subscriptions.add({ kind: 'content', value: idOf('x') });
    start();
    await vi.waitFor(
      () => expect(list()).toMatchObject([{ message: { reason: 'discovery.filesFailed' } }]),
      patience,
    );
    expect(attempts).toBe(1);
  });

  it('does not fetch contents again that the owner removed', async () => {
    own.sync.subscriptions.add({ kind: 'hashtag', value: 'summer' });
    start();
    await vi.waitFor(() => expect(kept()).toEqual([2]), patience);
    own.copyStore.stored.delete(hex('Lake'));
    own.time.now += 61 * 60_000;
    own.sync.conditionsChanged();
    await vi.waitFor(
      () => expect(list()).toMatchObject([{ stored: 1, message: { reason: 'discovery.filesRemoved' } }]),
      patience,
    );
    expect(own.fetched).toHaveLength(2);
  });

  it('continues after a restart', async () => {
    await own.sync.run();
    own.sync.subscriptions.add({ kind: 'hashtag', value: 'summer' });
    await restart();
    start();
    await vi.waitFor(() => expect(kept()).toEqual([2]), patience);
  });

  it('does not match a text that looks like its value', async () => {
    own.sync.subscriptions.add({ kind: 'content', value: hex('wanted') });
    own.sync.subscriptions.add({ kind: 'owner', value: owner });
    server.answer = listOf([recordOf('trick', { title: `content ${hex('wanted')} o${hex('x')} ${owner}` })]);
    start();
    await vi.waitFor(() => expect(own.found().total).toBe(1), patience);
    await vi.waitFor(() => expect(own.fetched).toEqual([hex('wanted')]), patience);
  });
});

describe('fetching one content', () => {
  it('starts at once, and pins the content when it is stored', async () => {
    const { copies } = own.sync;
    expect(await copies.fetch(hashOf('x'), { pinned: true })).toMatchObject({ contentId: idOf('x') });
    await vi.waitFor(() => expect(own.copyStore.pinned).toEqual(new Set([hex('x')])), patience);
    expect(await copies.fetch(hashOf('x'), { pinned: false })).toMatchObject({ stored: true });
    expect(own.fetched).toEqual([hex('x')]);
  });

  it('is refused at once when the queue is full', async () => {
    await restart({ fetch: () => Promise.reject(new NodeError('too_busy', foreignText('Too many wait.'))) });
    await expect(own.sync.copies.fetch(hashOf('x'), { pinned: false })).rejects.toThrow('Too many wait.');
  });

  it('is shown as running while it takes long, and ends when the node stops', async () => {
    await restart({
      fetch: (_sha256, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    expect(await own.sync.copies.fetch(hashOf('x'), { pinned: false })).toMatchObject({ stored: false });
    await own.stop();
  });
});
