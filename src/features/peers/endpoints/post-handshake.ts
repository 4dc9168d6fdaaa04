import { type HandshakeRequest, type NodeInfo, postHandshake } from '../../../contract/node-api/peers.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Identity } from '../../../crypto/identity.ts';
import { sendJsonText } from '../../../platform/http/endpoint/adapter.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { signProblem } from '../handshake/handshake-problem.ts';
import { verifyRequest } from '../handshake/handshake-request.ts';
import { createResponse } from '../handshake/handshake-response.ts';
import type { KnownNodeList } from '../handshake/known-node-list.ts';
import type { NonceStore } from '../handshake/nonce-store.ts';

export interface HandshakeServices {
  identity: Identity;
  describe: () => NodeInfo;
  nonces: NonceStore;
  peers: {
    knownNodes(): KnownNodeList;
    /** Verifies the claim of a public sender after the answer was sent. */
    verifyClaim(publicHost: string, request: HandshakeRequest): void;
  };
  clock: Clock;
}

/**
 * Answers a handshake. A private sender leaves no peer, log line or counter; only the hash of its nonce is remembered,
 * so that its request can't be replayed.
 */
export function postHandshakeEndpoint({ identity, describe, nonces, peers, clock }: HandshakeServices) {
  return defineEndpoint({
    contract: postHandshake,
    limit: 'handshakes',
    body: { as: 'text', maxBytes: 64 * 1024 },
    extendProblem: (document, text) => signProblem(identity, text, document, clock()),
    handle: async (_input, { text, response }) => {
      const now = clock();
      const { request, publicHost } = await verifyRequest(text, { now, ownPublicKey: identity.id, nonces });
      const answer = createResponse(identity, request, {
        node: describe(),
        knownPublicNodes: peers.knownNodes(),
        now,
      });
      sendJsonText(response, 200, answer.text);
      if (publicHost !== undefined && answer.compatibility !== 'incompatible')
        peers.verifyClaim(publicHost, request);
      return 'sent' as const;
    },
  });
}
