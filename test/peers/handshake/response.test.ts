import { describe, expect, it } from 'vitest';
import {
  type HandshakeResponse,
  handshakeResponse,
  type KnownNode,
} from '../../../src/contract/node-api/peers.ts';
import { responseBytes } from '../../../src/crypto/canonical-json.ts';
import {
  createResponse,
  type ResponseContent,
  type ResponseContext,
  verifyResponse,
} from '../../../src/features/peers/handshake/handshake-response.ts';
import { KnownNodeList, listedNode } from '../../../src/features/peers/handshake/known-node-list.ts';
import { alice, bob, now, publicInfo, requestOfAlice } from './fixtures.ts';

const request = requestOfAlice();
const context: ResponseContext = { now, expectedHost: 'https://b.example.org' };

const knownNode = (public_key: string) => ({
  public_key,
  public_host: 'https://known.example.org',
  version: '1.2.0',
  node_type: 'public' as const,
  compatibility: 'compatible' as const,
  capabilities: [],
  metrics: {},
  last_seen: '2025-12-17T19:33:20.000Z',
  latency_ms: 12.5,
});

const answerWith = (
  content: Omit<ResponseContent, 'knownPublicNodes'>,
  known: KnownNode[],
): HandshakeResponse =>
  JSON.parse(
    createResponse(bob, request, { ...content, knownPublicNodes: new KnownNodeList(known.map(listedNode)) })
      .text,
  );

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000;

const answer = (at = now): HandshakeResponse =>
  answerWith({ node: publicInfo(bob.id), now: at }, [
    knownNode(alice.id),
    knownNode('3ogUn1GNXoASaRbxPNeVJnVv5rG4EPBtmQmX61jVorUe'),
  ]);

/** Changes an answer and signs it again: the signature is valid, the content is not. */
function changed(change: Record<string, unknown>): object {
  const unsigned = { ...answer(), ...change, server_signature: undefined };
  const document = JSON.parse(JSON.stringify(unsigned));
  return { ...document, server_signature: bob.sign(responseBytes(request.signature, document)) };
}

const verify = (response: object, more: Partial<ResponseContext> = {}) =>
  verifyResponse(request, JSON.stringify(response), { ...context, ...more });

describe('a response', () => {
  it('matches the contract, without the sender of the request', () => {
    expect(handshakeResponse.parse(answer())).toEqual(answer());
    expect(answer().known_public_nodes.map(({ public_key }) => public_key)).not.toContain(alice.id);
    expect(answer().known_public_nodes).toHaveLength(1);
  });

  it('contains the verdict about the sender', () => {
    const node = { ...publicInfo(bob.id), version: '1.3.0' };
    const response = answerWith({ node, now }, []);
    expect(response.compatibility).toBe('warning');
    expect(response.warning).toContain('1.3.0');
    expect(response.warning).toContain(request.version);
    expect(answer()).not.toHaveProperty('warning');
  });

  it('is accepted', () => {
    expect(verify(answer(), { pinnedKey: bob.id })).toEqual({
      ok: true,
      answer: {
        publicKey: bob.id,
        node: publicInfo(bob.id),
        compatibility: 'compatible',
        warning: undefined,
        candidates: [
          {
            publicKey: '3ogUn1GNXoASaRbxPNeVJnVv5rG4EPBtmQmX61jVorUe',
            publicHost: 'https://known.example.org',
          },
        ],
        time: wholeSeconds(now),
      },
    });
  });

  it('is accepted with another spelling of its host', () => {
    expect(verify(answer(), { expectedHost: 'https://B.example.org:443' }).ok).toBe(true);
  });

  it('is accepted with fields and list items of a later version', () => {
    const strange = [null, 5, { public_key: 'short' }, { public_key: alice.id, public_host: 'file:///etc' }];
    const verdict = verify(
      changed({ known_public_nodes: [...strange, knownNode(alice.id)], later: { x: 1 } }),
    );
    expect(verdict).toMatchObject({ ok: true, answer: { candidates: [{ publicKey: alice.id }] } });
  });

  it('contains at most 256 candidates', () => {
    const verdict = verify(
      changed({ known_public_nodes: Array.from({ length: 300 }, () => knownNode(alice.id)) }),
    );
    expect(verdict.ok && verdict.answer.candidates.length).toBe(256);
  });
});

describe('a response is rejected', () => {
  const faults: [fault: string, response: () => object, more?: Partial<ResponseContext>][] = [
    ['malformed', () => changed({ compatibility: 'fine' })],
    ['malformed', () => changed({ node: undefined })],
    ['malformed', () => changed({ node: { ...publicInfo(bob.id), version: 'new' } })],
    ['invalid_signature', () => ({ ...answer(), compatibility: 'incompatible' })],
    ['invalid_signature', () => ({ ...answer(), added: true })],
    ['invalid_signature', () => ({ ...answer(), server_public_key: alice.id })],
    ['stale_timestamp', () => answer(now - 301_000)],
    ['stale_timestamp', () => answer(now + 301_000)],
    ['key_mismatch', () => changed({ node: publicInfo(alice.id) })],
    ['not_public', () => changed({ node: { ...publicInfo(bob.id), node_type: 'private' } })],
    ['host_mismatch', () => answer(), { expectedHost: 'https://c.example.org' }],
    ['host_mismatch', () => answer(), { expectedHost: 'http://b.example.org' }],
    ['host_mismatch', () => changed({ node: { ...publicInfo(bob.id), public_host: undefined } })],
    ['host_mismatch', () => changed({ node: publicInfo(bob.id, 'https://b.example.org/path') })],
    [
      'host_mismatch',
      () => changed({ node: { ...publicInfo(bob.id), public_host: undefined } }),
      { expectedHost: 'no origin' },
    ],
  ];
  it.each(faults)('for %s (%#)', (fault, response, more) => {
    expect(verify(response(), more)).toMatchObject({ ok: false, fault });
  });

  it.each(['', 'not json', '[]', '{"node":1,"node":2}', '['.repeat(100_000)])(
    'when it is not a document (%#)',
    (body) => {
      expect(verifyResponse(request, body, context)).toMatchObject({ ok: false, fault: 'malformed' });
    },
  );

  it('when it answers another request', () => {
    const other = { ...request, signature: requestOfAlice().signature };
    expect(verifyResponse(other, JSON.stringify(answer()), context)).toMatchObject({
      fault: 'invalid_signature',
    });
  });

  it('for a wrong clock, with its time', () => {
    expect(verify(answer(now - 301_000))).toMatchObject({ time: wholeSeconds(now) - 301_000 });
  });

  it('when the key changed, with the new key', () => {
    expect(verify(answer(), { pinnedKey: alice.id })).toMatchObject({
      ok: false,
      fault: 'key_changed',
      answer: { publicKey: bob.id },
    });
  });

  it('for its own faults before a changed key', () => {
    const verdict = verify({ ...answer(), added: true }, { pinnedKey: alice.id });
    expect(verdict).toMatchObject({ fault: 'invalid_signature' });
  });
});
