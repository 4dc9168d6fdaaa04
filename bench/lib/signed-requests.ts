import { randomBytes } from 'node:crypto';
import { type Identity, identityFromSeed } from '../../src/crypto/identity.ts';
import { createRequest } from '../../src/features/peers/handshake/handshake-request.ts';

const identities = Array.from({ length: 64 }, () => identityFromSeed(randomBytes(32)));

/** Returns the bodies of handshakes of 64 private nodes, of about 2 KiB. */
export function signedRequests(count: number): string[] {
  const details = Object.fromEntries(
    Array.from({ length: 28 }, (_, index) => [`figure_${index}`, randomBytes(20).toString('hex')]),
  );
  return Array.from({ length: count }, (_, index) => {
    const request = createRequest(
      identities[index % identities.length] as Identity,
      {
        version: '0.1.0',
        node_type: 'private',
        metrics: { uptime_s: 12.5, contents: 3, content_bytes: 4096, details },
        capabilities: ['storage', 'storage.range'],
      },
      { now: Date.now() },
    );
    return JSON.stringify(request);
  });
}
