import { type LocalContent, localUpload } from '../../src/contract/dashboard-api/content.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

export type Friend = TestNode & { host: string };

/** Starts a node and a public one that it knows and shares on. */
export async function startSharingNodes(): Promise<[alcove: TestNode, friend: Friend]> {
  const [alcove, friend] = await Promise.all([startTestNode(), startPublicNode()]);
  await post(alcove, '/local/peers', { url: friend.host });
  await post(alcove, '/local/share-hosts', { host: friend.host });
  return [alcove, friend];
}

/** Returns the answer of a node's dashboard API. */
export const post = async (node: TestNode, path: string, body: object): Promise<unknown> =>
  (await node.askLocal(path, { method: 'POST', ...json(body) })).json();

/** Stores a file in a node, of random bytes unless others are given. */
export async function store(
  node: TestNode,
  name: string,
  { bytes = randomBytes(500), type = '' }: { bytes?: Buffer; type?: string } = {},
): Promise<LocalContent> {
  const headers = {
    'X-File-Name': Buffer.from(name).toString('base64'),
    ...(type && { 'Content-Type': type }),
  };
  const body = new Uint8Array(bytes);
  const response = await node.askLocal('/local/content', { method: 'POST', body, headers });
  return localUpload.parse(await response.json()).content;
}
