import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let alcove: TestNode;
beforeAll(async () => {
  alcove = await startTestNode();
});
afterAll(() => alcove.stop());

/** Width and height from the header of a PNG (its specification, section 11.2.2). */
async function sizeOfPng(url: string): Promise<[number, number]> {
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

it.each(['/api/tonconnect-manifest.json', '/api/walletlink-manifest.json'])(
  'returns a manifest for wallets with an existing icon: %s',
  async (path) => {
    const manifest = (await (await alcove.ask(path)).json()) as Record<string, string>;
    expect(manifest).toMatchObject({ url: alcove.node.nodeUrl, name: 'Alcove' });
    expect(await sizeOfPng(manifest.iconUrl as string)).toEqual([180, 180]);
  },
);

it('returns platform metadata, on loopback without an image, which would be unreachable', async () => {
  const metadata = (await (await alcove.ask('/api/platform-metadata.json')).json()) as Record<string, string>;
  expect(Object.keys(metadata).sort()).toEqual(['description', 'name', 'social_links']);
});

const isPublic = { type: 'public' as const, public_host: 'https://node.example.org', port: 0 };

it('platform metadata of a public node use its public host name', async () => {
  const other = await startTestNode({ settings: { node: isPublic } });
  try {
    const { image } = (await (await other.ask('/api/platform-metadata.json')).json()) as { image: string };
    expect(new URL(image).origin).toBe('https://node.example.org');
    expect(await sizeOfPng(other.node.nodeUrl + new URL(image).pathname)).toEqual([512, 512]);
    expect(await (await other.ask('/api/tonconnect-manifest.json')).json()).toEqual({
      url: 'https://node.example.org',
      name: 'Alcove',
      iconUrl: 'https://node.example.org/api/icon.png',
    });
  } finally {
    await other.stop();
  }
});

it('shows the name, texts, picture and pages of its operator', async () => {
  const operator = {
    name: 'Sea Records',
    description: 'Songs of the sea',
    image_url: 'https://sea.example/logo.png',
    links: ['https://sea.example'],
    terms_url: 'https://sea.example/terms',
    privacy_url: 'https://sea.example/privacy',
  };
  for (const node of [isPublic, { port: 0 }]) {
    const other = await startTestNode({ settings: { operator, node } });
    try {
      const url = node === isPublic ? isPublic.public_host : other.node.nodeUrl;
      expect(await (await other.ask('/api/tonconnect-manifest.json')).json()).toEqual({
        url,
        name: 'Sea Records',
        iconUrl: operator.image_url,
        termsOfUseUrl: operator.terms_url,
        privacyPolicyUrl: operator.privacy_url,
      });
      expect(await (await other.ask('/api/platform-metadata.json')).json()).toEqual({
        name: 'Sea Records',
        description: 'Songs of the sea',
        image: operator.image_url,
        social_links: operator.links,
      });
    } finally {
      await other.stop();
    }
  }
});

it('allows a wallet on any web page to read manifest and icon, and nothing else', async () => {
  const fromOtherSite = { Origin: 'https://wallet.example', 'Sec-Fetch-Site': 'cross-site' };
  for (const path of ['/api/tonconnect-manifest.json', '/api/icon.png', '/api/platform-metadata.json']) {
    const response = await alcove.ask(path, { headers: fromOtherSite });
    expect(response.status, path).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const preflight = await alcove.ask(path, {
      method: 'OPTIONS',
      headers: { ...fromOtherSite, 'Access-Control-Request-Method': 'GET' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  }
  expect((await alcove.ask('/api/v1/node', { headers: fromOtherSite })).status).toBe(403);
});
