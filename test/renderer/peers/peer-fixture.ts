import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';

/** A healthy peer; tests change the fields that matter to them. */
export function peerOf(name: string, given: Partial<LocalPeer> = {}): LocalPeer {
  return {
    host: `https://${name}.example.org`,
    state: 'compatible',
    public_key: `key of ${name}`,
    version: '1.0.0',
    capabilities: [],
    warning: null,
    source: 'learned',
    last_contact: '2026-01-31T12:00:00.000Z',
    next_attempt: '2026-01-31T12:10:00.000Z',
    latency_ms: 30,
    failure: null,
    offered_key: null,
    exchanged: { handshakes: 1, received_bytes: 0, sent_bytes: 0, fetched_contents: 0, shared_contents: 0 },
    contents: null,
    ...given,
  };
}
