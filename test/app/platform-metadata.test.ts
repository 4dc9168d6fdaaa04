import { Address } from '@ton/core';
import { TonClient } from '@ton/ton';
import { afterEach, expect, it } from 'vitest';
import { readMetadata } from '../../src/features/chain/contracts/metadata.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { longIt } from '../support/random-runs.ts';

const open: TestNode[] = [];
afterEach(async () => {
  for (const node of open.splice(0)) await node.stop();
});

/** The metadata that the platform of a node with these settings has on the chain. */
async function metadataOf(settings: NonNullable<Parameters<typeof startTestNode>[0]>['settings']) {
  const node = await startTestNode({ settings: { ...settings, chain: { network: 'embedded' } } });
  open.push(node);
  const { endpoint, platform } = await node.node.shareChain();
  const { stack } = await new TonClient({ endpoint }).runMethod(
    Address.parse(platform),
    'get_collection_data',
  );
  stack.skip(1);
  return stack.readCell();
}

longIt('stores the metadata of a platform on the chain if others cannot reach the node', async () => {
  const operator = { name: 'Sea Records', description: 'Songs', image_url: 'https://sea.example/logo.png' };
  const metadata = await metadataOf({ operator });
  expect(readMetadata(metadata, ['name', 'description', 'image'], 1000)).toEqual({
    ...{ name: operator.name, description: operator.description, image: operator.image_url },
  });
  expect(metadata.toBoc().toString('latin1')).not.toMatch(/127\.0\.0\.1|localhost/);
  const local = await metadataOf({ operator: { image_url: 'http://192.168.1.2/logo.png' } });
  expect(readMetadata(local, ['name', 'image'], 1000)).toEqual({ name: 'Alcove' });
});

it('serves the metadata of a platform from a public node', async () => {
  const metadata = await metadataOf({
    node: { type: 'public', public_host: 'https://node.example.org', port: 0 },
  });
  const slice = metadata.beginParse();
  expect(slice.loadUint(8)).toBe(1);
  expect(slice.loadStringTail()).toBe('https://node.example.org/api/platform-metadata.json');
});
