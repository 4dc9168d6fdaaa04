import { type HandshakeProblem, handshakeProblem } from '../../../contract/node-api/peers.ts';
import { NodeError } from '../../../core/node-error.ts';
import { parseStrictJson } from '../../../core/strict-json.ts';
import { problemBytes } from '../../../crypto/canonical-json.ts';
import { type Identity, verifySignature } from '../../../crypto/identity.ts';
import { unixSeconds } from './handshake-freshness.ts';

/**
 * Signs a problem that answers a handshake, so that the other node can trust the reason.
 * @param requestBody the body as it arrived, decoded from UTF-8; empty when it was not read
 * @param now Unix milliseconds
 */
export function signProblem<P extends object>(
  identity: Identity,
  requestBody: string,
  problem: P,
  now: number,
): P & { timestamp: number; server_public_key: string; server_signature: string } {
  const unsigned = { ...problem, timestamp: unixSeconds(now), server_public_key: identity.id };
  return { ...unsigned, server_signature: identity.sign(problemBytes(requestBody, unsigned)) };
}

/**
 * Verifies a signed problem that answers a handshake, but not its timestamp, because the problem may be about a wrong
 * clock. The caller compares its `server_public_key` with the expected key.
 * @param requestBody the body that was sent
 * @param body the problem document, decoded from UTF-8
 * @returns undefined when it is no handshake problem, or its signature is not valid for that request
 */
export function verifyProblem(requestBody: string, body: string): HandshakeProblem | undefined {
  let raw: unknown;
  try {
    raw = parseStrictJson(body);
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
  const { data } = handshakeProblem.safeParse(raw);
  if (!data) return undefined;
  const signed = problemBytes(requestBody, raw as object);
  return verifySignature(data.server_public_key, signed, data.server_signature) ? data : undefined;
}
