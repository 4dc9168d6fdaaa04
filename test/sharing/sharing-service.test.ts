import { rmSync } from 'node:fs';
import { type ContentItem, createAlcoveClient } from '@alcove/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { message } from '../../src/core/messages/message.ts';
import { freePort } from '../support/node/free-port.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { type ServingNode, serveNode } from '../support/node/run-alcove.ts';
import { type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { pictureNamed } from '../support/pictures.ts';
import { longIt } from '../support/random-runs.ts';
import { longFile, type Sharer, sha256Of, startSharer } from './sharer.ts';

const MiB = 1024 * 1024;
let sharingNode: Sharer;
let publicNode: TestNode & { host: string };

beforeEach(async () => {
  [sharingNode, publicNode] = await Promise.all([startSharer(), startPublicNode()]);
  await sharingNode.addPeer(publicNode.host);
});
afterEach(async () => {
  await sharingNode.stop();
  await publicNode.stop();
});

/** A browser without the app: no token, only the link. */
const open = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

/** The contents that the node lists for everybody. */
const listedAt = async (host: string): Promise<ContentItem[]> => {
  const items: ContentItem[] = [];
  for await (const item of createAlcoveClient({ url: host }).content.list()) items.push(item);
  return items;
};

describe('a small file', () => {
  it('is shared by a link that anybody can open', async () => {
    const { host } = publicNode;
    const bytes = Buffer.from('Hello, friend.');
    const sha256 = await sharingNode.addContent(bytes, { name: 'Grüße.txt' });
    expect(await sharingNode.sharing.signIn(host)).toMatchObject({
      host,
      signed_in: { way: 'wallet' },
      reachable: true,
      contents: 0,
    });
    await sharingNode.sharing.share(sha256, { host, listed: false });
    const { url, page_url, shared_at } = await sharingNode.untilState(sha256, host, 'shared');
    expect(url).toBe(`${host}/api/v1/storage/${contentIdOf(sha256)}`);
    // From a node of an older version, which announces no pages.
    expect(page_url).toBeNull();
    expect(shared_at).not.toBeNull();
    const response = await fetch(url);
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('Grüße.txt'));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(sharingNode.sharing.hosts()).toMatchObject([{ host, contents: 1, bytes: bytes.length }]);
    expect(await listedAt(host)).toEqual([]);
  });

  it('is shared if it is empty', async () => {
    const { host } = publicNode;
    const sha256 = await sharingNode.addContent(Buffer.alloc(0));
    await sharingNode.sharing.signIn(host);
    await sharingNode.sharing.share(sha256, { host, listed: false });
    const { url } = await sharingNode.untilState(sha256, host, 'shared');
    expect((await open(url)).length).toBe(0);
  });
});

describe('a large file', () => {
  longIt('continues after a kill of the other node, and repeats only the broken part', async () => {
    const dataDir = temporaryFolder();
    const port = await freePort();
    const host = `http://127.0.0.1:${port}`;
    const serve = (): Promise<ServingNode> =>
      serveNode(dataDir, '--public', '--public-host', host, '--node-port', String(port));
    let node = await serve();
    const partBytes = 4 * MiB;
    let passed = 0;
    let killed: Promise<unknown> | undefined;
    // The connection is interrupted in the middle of the sixth part.
    const own = await startSharer({
      partBytes,
      pace: (bytes) => {
        passed += bytes;
        if (passed < 22 * MiB || killed) return undefined;
        killed = node.end('SIGKILL');
        return killed.then(() => {});
      },
    });
    try {
      await own.addPeer(host);
      await own.sharing.signIn(host);
      const bytes = longFile(60 * MiB);
      const sha256 = await own.addContent(bytes);
      await own.sharing.share(sha256, { host, listed: false });
      await own.until(() => killed && own.shareOf(sha256, host)?.message);
      node = await serve();
      // It would continue after a pause; a request continues it at once.
      await own.sharing.share(sha256, { host, listed: false });
      const { url } = await own.untilState(sha256, host, 'shared');
      expect(sha256Of(await open(url))).toEqual(sha256);
      expect(own.sent.bytes).toBeGreaterThanOrEqual(60 * MiB);
      expect(own.sent.bytes).toBeLessThanOrEqual(60 * MiB + partBytes);
    } finally {
      await own.stop();
      await node.end();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('continues after a restart of this node', async () => {
    const { host } = publicNode;
    const folder = temporaryFolder();
    const bytes = longFile(10 * MiB);
    let passed = 0;
    const hanging = await startSharer({
      folder,
      partBytes: MiB,
      pace: (size, signal) => {
        passed += size;
        if (passed < 5.5 * MiB) return undefined;
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    await hanging.addPeer(host);
    const sha256 = await hanging.addContent(bytes);
    await hanging.sharing.signIn(host);
    await hanging.sharing.share(sha256, { host, listed: false });
    await hanging.until(() => passed >= 5.5 * MiB);
    expect(hanging.sharing.transfers()).toMatchObject([
      { kind: 'share', host, state: 'running', bytes_total: 10 * MiB, name: 'A file' },
    ]);
    await hanging.close();
    const before = hanging.sent.bytes;

    const own = await startSharer({ folder, partBytes: MiB });
    try {
      const { url } = await own.untilState(sha256, host, 'shared');
      expect(sha256Of(await open(url))).toEqual(sha256);
      const sent = before + own.sent.bytes;
      expect(sent).toBeGreaterThanOrEqual(10 * MiB);
      expect(sent).toBeLessThanOrEqual(11 * MiB);
    } finally {
      await own.stop();
    }
  });

  it('from before waits while background work is paused, and continues on request', async () => {
    const { host } = publicNode;
    const folder = temporaryFolder();
    const first = await startSharer({ folder, pace: () => new Promise(() => {}) });
    await first.addPeer(host);
    const sha256 = await first.addContent(longFile(MiB));
    await first.sharing.signIn(host);
    first.background.isPaused = true;
    await first.sharing.share(sha256, { host, listed: false });
    await first.untilState(sha256, host, 'sending');
    await first.close();

    const own = await startSharer({ folder, isPaused: true });
    try {
      expect(own.sharing.transfers()).toMatchObject([{ state: 'paused', host }]);
      await own.sharing.share(sha256, { host, listed: false });
      await own.untilState(sha256, host, 'shared');
    } finally {
      await own.stop();
    }
  });

  it('stops when its node is removed', async () => {
    const { host } = publicNode;
    let passed = 0;
    const own = await startSharer({
      partBytes: MiB,
      pace: (size) => {
        passed += size;
        if (passed !== 2 * MiB) return undefined;
        void own.peers.remove(host).then(() => own.sharing.peersChanged());
        return undefined;
      },
    });
    try {
      await own.addPeer(host);
      const sha256 = await own.addContent(longFile(5 * MiB));
      await own.sharing.signIn(host);
      await own.sharing.share(sha256, { host, listed: false });
      const share = await own.until(() => {
        const found = own.shareOf(sha256, host);
        return found?.message ? found : undefined;
      });
      expect(share).toMatchObject({ state: 'waiting' });
      expect(share.message?.params.first).toEqual(message('sharing.notAmongPeers'));
      expect(passed).toBeLessThan(3 * MiB);
    } finally {
      await own.stop();
    }
  });

  it('may be cancelled in the middle, without leftovers on the node', async () => {
    const { host } = publicNode;
    let passed = 0;
    const own = await startSharer({
      partBytes: MiB,
      pace: (size, signal) => {
        passed += size;
        if (passed < 2.5 * MiB) return undefined;
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    try {
      await own.addPeer(host);
      const sha256 = await own.addContent(longFile(5 * MiB));
      await own.sharing.signIn(host);
      const { url } = await own.sharing.share(sha256, { host, listed: false });
      await own.until(() => passed >= 2.5 * MiB);
      await own.edit(sha256, { title: 'Another name' }, Date.now());
      const [transfer] = own.sharing.transfers();
      expect(transfer?.name).toBe('Another name');
      expect(await own.sharing.cancel(transfer?.id ?? '')).toBe(true);
      await own.until(() => own.shareOf(sha256, host) === undefined);
      expect(own.sharing.transfers()).toEqual([]);
      expect((await fetch(url)).status).toBe(404);
      expect(await own.sharing.cancel(transfer?.id ?? '')).toBe(false);
    } finally {
      await own.stop();
    }
  });
});

describe('lists of the other node', () => {
  const about = { title: 'Summer song', description: 'By the sea', authors: ['Ada'], hashtags: ['summer'] };

  it('show the file with its description, and follow later changes', async () => {
    const { host } = publicNode;
    const bytes = Buffer.from('A song.');
    const sha256 = await sharingNode.addContent(bytes, about);
    await sharingNode.sharing.signIn(host);
    await sharingNode.sharing.share(sha256, { host, listed: true });
    await sharingNode.untilState(sha256, host, 'shared');
    await sharingNode.until(() => sharingNode.describedAt(sha256, host));
    expect(await listedAt(host)).toMatchObject([{ content_id: contentIdOf(sha256), ...about }]);
    await sharingNode.edit(sha256, { title: 'Winter song' }, Date.now());
    const before = sharingNode.describedAt(sha256, host);
    sharingNode.sharing.contentsChanged();
    await sharingNode.until(() => sharingNode.describedAt(sha256, host) !== before);
    expect(await listedAt(host)).toMatchObject([{ title: 'Winter song' }]);
    await sharingNode.sharing.share(sha256, { host, listed: false });
    await expect.poll(() => listedAt(host)).toEqual([]);
  });

  it('do not show it if another user stored the same file first; the link still works', async () => {
    const { host } = publicNode;
    const other = await startSharer({ nodeSecret: Buffer.alloc(32, 3) });
    try {
      await other.addPeer(host);
      await other.sharing.signIn(host);
      await sharingNode.sharing.signIn(host);
      const bytes = Buffer.from('The same file.');
      const sha256 = await other.addContent(bytes);
      await sharingNode.addContent(bytes);
      await other.sharing.share(sha256, { host, listed: false });
      await other.untilState(sha256, host, 'shared');
      await sharingNode.sharing.share(sha256, { host, listed: true });
      const share = await sharingNode.until(() => {
        const found = sharingNode.shareOf(sha256, host);
        return found?.message ? found : undefined;
      });
      expect(share).toMatchObject({ state: 'shared', listed: false });
      expect(share.message).toEqual(message('sharing.describedByOther'));
      expect(await open(share.url)).toEqual(bytes);
    } finally {
      await other.stop();
    }
  });
});

describe('pictures and previews', () => {
  const coverAt = async (host: string, sha256: Buffer): Promise<unknown> => {
    const response = await fetch(`${host}/api/v1/content.view/${contentIdOf(sha256)}`);
    return ((await response.json()) as { cover_id: unknown }).cover_id;
  };

  it('are sent along with what they belong to, and stay as long as anything there needs them', async () => {
    const { host } = publicNode;
    const thumbnail = { type: 'image/png', bytes: pictureNamed('thumbnail') };
    const pictured = new Set<string>();
    const own = await startSharer({
      nodeSecret: Buffer.alloc(32, 5),
      thumbnail: (sha256) => (pictured.has(sha256.toString('hex')) ? thumbnail : undefined),
      previewOf: (sha256) => (sha256.equals(song) ? preview : undefined),
    });
    const [song, list, preview] = [
      await own.addContent(Buffer.from('A long song.'), { title: 'Song' }),
      await own.addContent(Buffer.from('A list of songs.'), { title: 'Songs' }),
      await own.addContent(Buffer.from('A short song.'), { title: 'Beginning' }),
    ];
    const picture = sha256Of(thumbnail.bytes);
    const linkOf = (sha256: Buffer) => `${host}/api/v1/storage/${contentIdOf(sha256)}`;
    const isThere = async (sha256: Buffer) => (await fetch(linkOf(sha256))).status === 200;
    pictured.add(song.toString('hex'));
    try {
      await own.addPeer(host);
      await own.sharing.signIn(host);
      await own.sharing.share(song, { host, listed: false });
      await own.sharing.share(list, { host, listed: false, pictureOf: song });
      await expect.poll(() => coverAt(host, song)).toBe(contentIdOf(picture));
      await expect.poll(() => coverAt(host, list)).toBe(contentIdOf(picture));
      expect(await open(linkOf(picture))).toEqual(thumbnail.bytes);
      await expect.poll(() => isThere(preview)).toBe(true);
      // Only what somebody shared is listed.
      expect(own.sharing.shared(host).map(({ name }) => name)).toEqual(['Songs', 'Song']);

      await own.sharing.unshare(song, host);
      await expect.poll(() => isThere(preview)).toBe(false);
      expect(await isThere(picture)).toBe(true);
      await own.sharing.unshare(list, host);
      await expect.poll(() => isThere(picture)).toBe(false);
    } finally {
      await own.stop();
    }
  });

  it('stay there when they are shared themselves, too', async () => {
    const { host } = publicNode;
    await sharingNode.sharing.signIn(host);
    const cover = await sharingNode.addContent(pictureNamed('cover'), { title: 'Cover' });
    const song = await sharingNode.addContent(Buffer.from('A covered song.'), { cover });
    await sharingNode.sharing.share(song, { host, listed: false });
    await expect.poll(() => coverAt(host, song)).toBe(contentIdOf(cover));
    await sharingNode.sharing.share(cover, { host, listed: false });
    await sharingNode.sharing.unshare(song, host);
    await sharingNode.until(() => sharingNode.shareOf(song, host) === undefined);
    expect(sharingNode.shareOf(cover, host)?.state).toBe('shared');
  });
});

describe('stop sharing', () => {
  it('invalidates the link', async () => {
    const { host } = publicNode;
    const sha256 = await sharingNode.addContent(Buffer.from('For a while.'));
    await sharingNode.sharing.signIn(host);
    await sharingNode.sharing.share(sha256, { host, listed: false });
    const { url } = await sharingNode.untilState(sha256, host, 'shared');
    await sharingNode.sharing.unshare(sha256, host);
    await sharingNode.until(() => sharingNode.shareOf(sha256, host) === undefined);
    expect((await fetch(url)).status).toBe(404);
    expect(sharingNode.activity.at(-1)).toMatchObject({ kind: 'share', detail: 'activity.unshared' });
    await expect(sharingNode.sharing.unshare(sha256, host)).rejects.toThrow(/isn’t shared/);
  });

  it('requires neither the local file nor a sign-in by the wallet', async () => {
    const { host } = publicNode;
    const sha256 = await sharingNode.addContent(Buffer.from('Deleted here.'));
    await sharingNode.sharing.signIn(host);
    await sharingNode.sharing.share(sha256, { host, listed: false });
    const { url } = await sharingNode.untilState(sha256, host, 'shared');
    await sharingNode.removeContent(sha256);
    await sharingNode.sharing.signOut(host);
    expect(sharingNode.sharing.shared(host)).toMatchObject([{ name: 'A file', state: 'shared' }]);
    await sharingNode.sharing.unshare(sha256, host);
    await sharingNode.until(() => sharingNode.shareOf(sha256, host) === undefined);
    expect((await fetch(url)).status).toBe(404);
    expect(sharingNode.sharing.hosts()).toMatchObject([{ host, signed_in: null }]);
  });

  it('waits for an unreachable node, also after a restart; a second request removes it', async () => {
    const { host } = publicNode;
    const folder = temporaryFolder();
    const first = await startSharer({ folder });
    await first.addPeer(host);
    const sha256 = await first.addContent(Buffer.from('Wanted back.'));
    await first.sharing.signIn(host);
    await first.sharing.share(sha256, { host, listed: false });
    await first.untilState(sha256, host, 'shared');
    await publicNode.node.stop();
    await first.sharing.unshare(sha256, host);
    const { message: reason } = await first.until(() => {
      const share = first.shareOf(sha256, host);
      return share?.message ? share : undefined;
    });
    expect(reason?.params.first).toEqual(message('peers.refused'));
    await first.close();

    const again = await startSharer({ folder });
    try {
      await again.until(() => again.shareOf(sha256, host)?.message);
      expect(again.shareOf(sha256, host)).toMatchObject({ state: 'withdrawing' });
      await again.sharing.unshare(sha256, host);
      expect(again.shareOf(sha256, host)).toBeUndefined();
    } finally {
      await again.stop();
    }
  });
});
