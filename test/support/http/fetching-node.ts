import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { contentIdOf } from '../../../src/core/content-id.ts';
import { version } from '../../../src/core/version.ts';
import { startAnsweringNode } from '../../peers/support/answering-node.ts';
import { startTestNode, type TestNode } from '../node/start-test-node.ts';
import { patience } from '../patience.ts';
import { randomBytes } from '../random-bytes.ts';

/** A private node with a content, and another node that it fetches from. */
export interface FetchingNode {
  own: TestNode;
  /** Stored on the private node. */
  secret: { id: string; hex: string; text: string };
  /** Creates a content on the other node only. */
  remoteId(): string;
  /** Resolves with the contents that were requested from the other node so far. */
  asked(): Promise<ReadonlySet<string>>;
  stop(): Promise<void>;
}

export async function startFetchingNode(settings: SettingsInput = {}): Promise<FetchingNode> {
  const other = await startAnsweringNode();
  other.version = version;
  const contents = new Map<string, Buffer>();
  const asked = new Set<string>();
  other.intercept = ({ url = '' }, response) => {
    const id = /^\/api\/v1\/storage\/(\w+)$/.exec(url)?.[1];
    const bytes = id && contents.get(id);
    if (!bytes) return url.startsWith('/api/v1/storage/') && response.writeHead(404).end() !== undefined;
    asked.add(id);
    response.writeHead(200, { 'Content-Type': 'image/gif', 'Content-Length': bytes.length }).end(bytes);
    return true;
  };
  const own = await startTestNode({ settings: { ...settings, network: { bootstrap: [other.host] } } });
  const states = async () => {
    const { peers } = (await (await own.askLocal('/local/peers')).json()) as { peers: { state: string }[] };
    return peers.map(({ state }) => state);
  };
  await vi.waitUntil(async () => (await states())[0] === 'compatible', patience);
  const remoteId = () => {
    const bytes = Buffer.concat([pixel, randomBytes(16)]);
    const id = contentIdOf(createHash('sha256').update(bytes).digest());
    contents.set(id, bytes);
    return id;
  };
  return {
    own,
    secret: await store(own),
    remoteId,
    asked: async () => {
      // Contents are fetched in the order of the requests, so any earlier fetch has reached the other node after this
      // one.
      const id = remoteId();
      expect((await own.ask(`/api/v1/storage/${id}`)).status).toBe(200);
      expect(asked.delete(id)).toBe(true);
      return asked;
    },
    stop: async () => {
      await own.stop();
      await other.stop();
    },
  };
}

/** The bytes begin with a picture, which pages can load. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

async function store(node: TestNode): Promise<FetchingNode['secret']> {
  const text = `secret words ${randomBytes(8).toString('hex')}`;
  const response = await node.ask('/api/v1/storage', {
    method: 'POST',
    body: text,
    headers: { Authorization: await node.token('storage:write'), 'Content-Type': 'text/plain' },
  });
  const { content_id: id, content_sha256: hex } = (await response.json()) as Record<string, string>;
  return { id: id as string, hex: hex as string, text };
}
