import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { KnownNode, NodeInfo } from '../../../src/contract/node-api/peers.ts';
import { messageText } from '../../../src/core/messages/message-text.ts';
import { canonicalJson, responseBytes, responseTextBytes } from '../../../src/crypto/canonical-json.ts';
import { compareVersions } from '../../../src/features/peers/handshake/compatibility.ts';
import { unixSeconds } from '../../../src/features/peers/handshake/handshake-freshness.ts';
import {
  createResponse,
  unsignedResponse,
  verifyResponse,
} from '../../../src/features/peers/handshake/handshake-response.ts';
import { KnownNodeList, listedNode } from '../../../src/features/peers/handshake/known-node-list.ts';
import { alice, bob, now, publicInfo, requestOfAlice } from './fixtures.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const members = fc.dictionary(fc.oneof(text, fc.constant('"known_public_nodes":[]')), fc.jsonValue());
const version = fc.constantFrom('1.2.0', '1.3.9', '2.0.0');
const knownNode = fc.record({
  public_key: fc.constantFrom(alice.id, bob.id, '3ogUn1GNXoASaRbxPNeVJnVv5rG4EPBtmQmX61jVorUe'),
  public_host: text,
  version,
  node_type: fc.constant('public'),
  compatibility: fc.constantFrom('compatible', 'warning'),
  capabilities: fc.array(text),
  metrics: members,
  last_seen: text,
  latency_ms: fc.double({ noNaN: true, noDefaultInfinity: true }),
});
const info = fc.record({ metrics: members, capabilities: fc.array(text), version });

/** A document as received: no -0. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

it('prepares a text equal to the canonical form of the whole answer', () => {
  fc.assert(
    fc.property(fc.array(knownNode, { maxLength: 8 }), info, (drawn, own) => {
      const nodes = sent(drawn) as KnownNode[];
      const node = sent({ ...publicInfo(bob.id), ...own }) as NodeInfo;
      const request = { public_key: alice.id, version: '1.2.0' };
      const { compatibility, warning } = compareVersions(node.version, request.version);
      const knownPublicNodes = new KnownNodeList(nodes.map(listedNode));
      const whole = {
        compatibility,
        ...(warning && { warning: messageText(warning) }),
        node,
        known_public_nodes: nodes.filter(({ public_key }) => public_key !== alice.id),
        timestamp: unixSeconds(now),
        server_public_key: bob.id,
      };
      const unsigned = unsignedResponse(bob.id, request, { node, knownPublicNodes, now });
      expect(unsigned.text).toBe(canonicalJson(whole));
      expect(responseTextBytes('S', unsigned.text)).toEqual(responseBytes('S', whole));
      expect(unsigned.compatibility).toBe(whole.compatibility);
    }),
    { seed: 8785, numRuns: 300 },
  );
});

it('sends an answer with a valid signature', () => {
  const request = requestOfAlice();
  const { text: answer } = createResponse(bob, request, {
    node: publicInfo(bob.id),
    knownPublicNodes: new KnownNodeList([]),
    now,
  });
  expect(verifyResponse(request, answer, { now, expectedHost: 'https://b.example.org' }).ok).toBe(true);
});
