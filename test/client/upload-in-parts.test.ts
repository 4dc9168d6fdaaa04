import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createAlcoveClient, type UploadInPartsOptions, type UploadSource } from '@alcove/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { someCases } from '../support/random-runs.ts';
import { type Trouble, type UnreliableNetwork, unreliableNetwork } from './unreliable-network.ts';

const partBytes = 100_000;
const bytes = randomBytes(350_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');

let dataDir: string;
let alcove: TestNode;
let network: UnreliableNetwork;
let token: string;
let troubles: Map<number, Trouble>;

beforeEach(async () => {
  dataDir = temporaryFolder();
  alcove = await startTestNode({ dataDir });
  token = await alcove.token('storage:write');
  troubles = new Map();
  network = await unreliableNetwork((number) => troubles.get(number));
  network.target = alcove.node.nodeUrl;
});

afterEach(async () => {
  await network.close();
  await alcove.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const upload = (source: UploadSource, options: UploadInPartsOptions = {}) =>
  createAlcoveClient({ url: network.url, token }).storage.uploadInParts(source, { partBytes, ...options });

const slowly = async function* (chunkBytes: number) {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
};

describe('an upload in parts', () => {
  it('sends parts in order, and reports progress', async () => {
    const seen: number[] = [];
    const stored = await upload(new Blob([bytes]), {
      name: 'parts.bin',
      onProgress: (sent) => seen.push(sent),
    });
    expect(stored).toMatchObject({ content_sha256: sha256, size: bytes.length, already_stored: false });
    expect(network.seen).toEqual(['POST 0', 'POST 100000', 'POST 200000', 'POST 300000']);
    expect(seen.at(-1)).toBe(bytes.length);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const { fileName } = await alcove.client().storage.download(stored.content_id);
    expect(fileName).toBe('parts.bin');
  });

  it.each([
    ['less than one part', 50_000, 1],
    ['exactly one part', partBytes, 1],
    ['several full parts', 2 * partBytes, 2],
    ['empty bytes', 0, 1],
  ])('sends %s, from a blob and from a stream', async (_, size, requests) => {
    const content = bytes.subarray(0, size);
    const stored = await upload(new Blob([content]));
    expect(stored.size).toBe(size);
    expect(network.seen).toHaveLength(requests);
    const again = await upload(new Blob([content]).stream());
    expect(again).toMatchObject({ content_id: stored.content_id, already_stored: true });
    expect(network.seen).toHaveLength(2 * requests);
  });

  it.each(
    someCases([
      ['the last part', 4],
      ['the first part', 1],
      ['a middle part', 2],
    ] as const),
  )('continues when the response to %s was lost', async (_, number) => {
    troubles.set(number, 'answer lost');
    expect((await upload(new Blob([bytes]))).content_sha256).toBe(sha256);
  });

  it('continues when a proxy did not find the node for a while', async () => {
    troubles.set(1, 'bad gateway').set(3, 'bad gateway').set(4, 'bad gateway');
    expect((await upload(new Blob([bytes]))).content_sha256).toBe(sha256);
    expect(network.seen.slice(0, 5)).toEqual(['POST 0', 'POST 0', 'POST 100000', 'HEAD', 'POST 100000']);
  });

  it('continues at the offset of the node after a part that broke off', async () => {
    troubles.set(2, { breaksOffAfter: 60_000 });
    expect((await upload(new Blob([bytes]))).content_sha256).toBe(sha256);
    expect(network.seen.slice(0, 3)).toEqual(['POST 0', 'POST 100000', 'HEAD']);
  });

  it('resumes a stream too, because it keeps the current part', async () => {
    troubles.set(2, 'answer lost').set(4, { breaksOffAfter: 60_000 });
    expect((await upload(slowly(30_000))).content_sha256).toBe(sha256);
  });

  it('waits for a node that restarts', async () => {
    const client = upload(new Blob([bytes]), {
      onUploadId: () => {
        network.target = undefined;
        void alcove
          .stop()
          .then(() => startTestNode({ dataDir }))
          .then((started) => {
            alcove = started;
            network.target = started.node.nodeUrl;
          });
      },
    });
    expect((await client).content_sha256).toBe(sha256);
  });

  it('is resumed by its id after the program was ended', async () => {
    const ended = new AbortController();
    let uploadId: string | undefined;
    const first = upload(new Blob([bytes]), {
      signal: ended.signal,
      onUploadId: (id) => {
        uploadId = id;
        ended.abort();
      },
    });
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    network.seen.length = 0;
    const stored = await upload(new Blob([bytes]), { uploadId });
    expect(stored.content_sha256).toBe(sha256);
    expect(network.seen[0]).toBe('HEAD');
    expect(network.seen).not.toContain('POST 0');
  });

  it('fails when the upload no longer exists', async () => {
    await expect(upload(new Blob([bytes]), { uploadId: 'unknown' })).rejects.toMatchObject({ status: 404 });
    await expect(upload(slowly(30_000), { uploadId: 'unknown' })).rejects.toMatchObject({ status: 404 });
  });

  it('gives up immediately when a retry cannot help', async () => {
    const client = createAlcoveClient({ url: network.url, token: 'wrong' });
    await expect(client.storage.uploadInParts(new Blob([bytes]))).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(network.seen).toHaveLength(1);
  });
});
