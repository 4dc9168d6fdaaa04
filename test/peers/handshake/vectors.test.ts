import { describe, expect, it } from 'vitest';
import { handshakeRequest, handshakeResponse } from '../../../src/contract/node-api/peers.ts';
import { parseStrictJson } from '../../../src/core/strict-json.ts';
import { canonicalJson, requestBytes, responseBytes } from '../../../src/crypto/canonical-json.ts';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { createRequest, verifyRequest } from '../../../src/features/peers/handshake/handshake-request.ts';
import { verifyResponse } from '../../../src/features/peers/handshake/handshake-response.ts';
import { contextOfBob, fromHex, handshakeCases, vectorText } from './fixtures.ts';

const unixMs = (timestamp: number | string): number => Number(timestamp) * 1000;

describe.each(handshakeCases)('vector: $name', (vector) => {
  const { request, response } = vector;

  it('has the same signed bytes', () => {
    expect(requestBytes(request).toString()).toBe(vector.request_signed_utf8);
    expect(responseBytes(request.signature, response).toString()).toBe(vector.response_signed_utf8);
  });

  it('has the same keys and signatures', () => {
    const asker = identityFromSeed(fromHex(vector.request_seed_hex));
    const answerer = identityFromSeed(fromHex(vector.response_seed_hex));
    expect(asker.id).toBe(request.public_key);
    expect(answerer.id).toBe(response.server_public_key);
    expect(asker.sign(requestBytes(request))).toBe(request.signature);
    expect(answerer.sign(responseBytes(request.signature, response))).toBe(response.server_signature);
  });

  it('is reproduced byte for byte from its description', () => {
    const { signature: _, public_key: __, timestamp, nonce, ...description } = request;
    const asker = identityFromSeed(fromHex(vector.request_seed_hex));
    expect(createRequest(asker, description, { now: unixMs(timestamp), nonce })).toEqual(request);
  });

  it('is accepted as a request, with any order of members and white space', async () => {
    const reordered = Object.fromEntries(Object.entries(request).reverse());
    const body = JSON.stringify(reordered, null, 3);
    const verified = await verifyRequest(body, contextOfBob(unixMs(request.timestamp)));
    expect(verified.request).toEqual(request);
    expect(verified.publicHost).toBe(request.public_host);
  });

  it('is accepted as a response', () => {
    const verdict = verifyResponse(request, JSON.stringify(response), {
      now: unixMs(response.timestamp),
      expectedHost: 'https://a.example.org',
      pinnedKey: response.server_public_key,
    });
    expect(verdict).toMatchObject({
      ok: true,
      answer: { publicKey: response.server_public_key, node: { version: '1.0.0' }, candidates: [] },
    });
  });

  it('matches the contract', () => {
    expect(handshakeRequest.parse(request)).toEqual(request);
    expect(handshakeResponse.parse(response)).toEqual(response);
  });
});

it('parses the numbers of the vector file strictly, as another implementation wrote them', () => {
  const text = vectorText('handshake');
  expect(text).toContain('1e+21');
  expect(canonicalJson(parseStrictJson(text) as object)).toBe(canonicalJson(JSON.parse(text)));
});
