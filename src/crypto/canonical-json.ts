import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * What is signed in a handshake (protocol, section 4): a prefix line and the RFC 8785 form of the object
 * as it was received, unknown members included, without its signature.
 */

/** @throws Error when the object holds what JSON can't carry: NaN, an infinity, a lone surrogate, a circle */
export function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Only what JSON can carry has a canonical form');
  return text;
}

export function requestBytes(request: object): Buffer {
  const { signature: _, ...signed } = request as { signature?: unknown };
  return Buffer.from(`network.handshake.request\n${canonicalJson(signed)}`);
}

/** Bound to the request by its signature, so that an answer can't be replayed for another question. */
export function responseBytes(requestSignature: string, response: object): Buffer {
  return responseTextBytes(requestSignature, canonicalJson(withoutServerSignature(response)));
}

/** @param text the canonical form of a response without its signature */
export function responseTextBytes(requestSignature: string, text: string): Buffer {
  return Buffer.from(`network.handshake.response\n${requestSignature}\n${text}`);
}

/** Bound to the request by the hash of its body, because a refused request may have no readable signature. */
export function problemBytes(requestBody: string, problem: object): Buffer {
  const hash = createHash('sha256').update(requestBody).digest('hex');
  return Buffer.from(`network.handshake.problem\n${hash}\n${canonicalJson(withoutServerSignature(problem))}`);
}

function withoutServerSignature(document: object): object {
  const { server_signature: _, ...signed } = document as { server_signature?: unknown };
  return signed;
}
