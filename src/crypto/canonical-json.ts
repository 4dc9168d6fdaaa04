import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Builds the signed bytes of a handshake: a prefix line and the RFC 8785 form of the received object, including unknown
 * members, without its signature.
 */

/** @throws Error when JSON cannot represent the object: NaN, an infinity, a lone surrogate, a circle */
export function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Only what JSON can carry has a canonical form');
  return text;
}

/** Builds the bytes of a request. */
export function requestBytes(request: object): Buffer {
  const { signature: _, ...signed } = request as { signature?: unknown };
  return Buffer.from(`network.handshake.request\n${canonicalJson(signed)}`);
}

/** Builds the bytes of a response; the request's signature in them prevents replays for another request. */
export function responseBytes(requestSignature: string, response: object): Buffer {
  return responseTextBytes(requestSignature, canonicalJson(withoutServerSignature(response)));
}

/** @param text the canonical form of a response without its signature */
export function responseTextBytes(requestSignature: string, text: string): Buffer {
  return Buffer.from(`network.handshake.response\n${requestSignature}\n${text}`);
}

/** Builds the bytes of a problem, with the hash of the request, whose signature may be unreadable. */
export function problemBytes(requestBody: string, problem: object): Buffer {
  const hash = createHash('sha256').update(requestBody).digest('hex');
  return Buffer.from(`network.handshake.problem\n${hash}\n${canonicalJson(withoutServerSignature(problem))}`);
}

function withoutServerSignature(document: object): object {
  const { server_signature: _, ...signed } = document as { server_signature?: unknown };
  return signed;
}
