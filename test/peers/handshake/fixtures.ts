import { readFileSync } from 'node:fs';
import type { HandshakeRequest, HandshakeResponse, NodeInfo } from '../../../src/contract/node-api/peers.ts';
import { NodeError } from '../../../src/core/node-error.ts';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { createRequest, type Description } from '../../../src/features/peers/handshake/handshake-request.ts';
import { NonceCache } from '../../../src/features/peers/handshake/nonce-cache.ts';

interface HandshakeCase {
  name: string;
  request_seed_hex: string;
  response_seed_hex: string;
  request: HandshakeRequest;
  request_signed_utf8: string;
  response: HandshakeResponse;
  response_signed_utf8: string;
}

interface Rfc8032Case {
  name: string;
  seed_hex: string;
  public_key_hex: string;
  message_hex: string;
  signature_hex: string;
}

export const vectorText = (name: string): string =>
  readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8');

export const handshakeCases: HandshakeCase[] = JSON.parse(vectorText('handshake')).cases;
export const rfc8032Cases: Rfc8032Case[] = JSON.parse(vectorText('rfc8032')).cases;

export const fromHex = (hex: string): Buffer => Buffer.from(hex, 'hex');

export const alice = identityFromSeed(Buffer.alloc(32, 1));
export const bob = identityFromSeed(Buffer.alloc(32, 2));

/** Unix milliseconds, not on a full second. */
export const now = 1_766_000_000_400;

export const privateDescription: Description = {
  version: '1.2.3',
  node_type: 'private',
  metrics: {},
  capabilities: ['storage'],
};

export const publicInfo = (id: string, public_host = 'https://b.example.org'): NodeInfo => ({
  id,
  public_key: id,
  version: '1.2.9',
  node_type: 'public',
  public_host,
  metrics: { uptime_s: 1.5 },
  capabilities: ['storage'],
});

/** A request of Alice's, changed before it is signed; the change may break the rules. */
export const requestOfAlice = (change: Record<string, unknown> = {}, at = now): HandshakeRequest =>
  createRequest(alice, { ...privateDescription, ...change }, { now: at });

export const contextOfBob = (at = now) => ({ now: at, ownPublicKey: bob.id, nonces: new NonceCache() });

/** The problem of a refused call; fails the test when it is accepted. */
export function refusalOf(call: () => unknown): NodeError {
  try {
    call();
  } catch (error) {
    if (error instanceof NodeError) return error;
    throw error;
  }
  throw new Error('Expected a refusal, but it was accepted');
}

/** The problem of a refused promise; fails the test when it is fulfilled. */
export async function rejectionOf(call: Promise<unknown>): Promise<NodeError> {
  const [outcome] = await Promise.allSettled([call]);
  return refusalOf(() => {
    if (outcome.status === 'rejected') throw outcome.reason;
  });
}

/** Reproducible random numbers below `bound` (mulberry32). */
export function seededRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
