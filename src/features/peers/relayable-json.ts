import { parseStrictJson } from '../../core/strict-json.ts';

const maxCharacters = 1024;

/**
 * Writes what a node said about itself as JSON that other nodes accept. They reject a whole answer for one document that
 * is not strict JSON (an integer beyond 2^53, too deep), and an answer of 256 nodes must stay below 1 MiB: other values
 * are replaced by `fallback`.
 */
export function relayableJson(value: object, fallback: '[]' | '{}'): string {
  const json = JSON.stringify(value);
  if (json.length > maxCharacters) return fallback;
  try {
    // As deep as it stands in a handshake's answer: object, list, object.
    parseStrictJson(`[[[${json}]]]`);
    return json;
  } catch {
    return fallback;
  }
}
