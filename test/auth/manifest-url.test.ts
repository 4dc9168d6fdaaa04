import { expect, it } from 'vitest';
import { walletManifest } from '../../src/app/modules/http/wallet-manifest.ts';
import type { LocalPeer } from '../../src/contract/dashboard-api/peers.ts';

const path = '/api/tonconnect-manifest.json';
const loopback = 'http://127.0.0.1:8471';
const peer = (host: string, changes: Partial<LocalPeer> = {}) => ({
  host,
  ...({ source: 'named', state: 'compatible' } as const),
  ...changes,
});

/** The manifest for wallets of a node with these peers. */
const shownBy = (baseUrl: string, peers: ReturnType<typeof peer>[], manifest_url?: string): string =>
  walletManifest({
    base: { settings: { sign_in: { manifest_url } } },
    network: { peers: { list: () => peers } },
  } as unknown as Parameters<typeof walletManifest>[0])(baseUrl);

it('the manifest URL is that of the first reachable public node if wallets cannot reach this node', () => {
  const peers = [
    peer('http://plain.example.org'),
    peer('https://192.0.2.7'),
    peer('https://learned.example.org', { source: 'learned' }),
    peer('https://gone.example.org', { state: 'unreachable' }),
    peer('https://other-key.example.org', { state: 'key_changed' }),
    peer('https://first.example.org', { state: 'warning' }),
    peer('https://second.example.org'),
  ];
  for (const own of [loopback, 'http://node.example.org', 'https://192.0.2.1', 'https://alcove.local']) {
    expect(shownBy(own, peers)).toBe(`https://first.example.org${path}`);
    expect(shownBy(own, [])).toBe(`${own}${path}`);
  }
});

it('the manifest URL is that of this node if wallets can reach it, and always the one of the settings if set', () => {
  const peers = [peer('https://first.example.org')];
  expect(shownBy('https://node.example.org', peers)).toBe(`https://node.example.org${path}`);
  const configured = 'https://app.example/manifest.json';
  for (const own of [loopback, 'https://node.example.org'])
    expect(shownBy(own, peers, configured)).toBe(configured);
});
