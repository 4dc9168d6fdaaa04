import { parseStrictJson } from '../../core/strict-json.ts';

const maxCharacters = 1024;

/**
 * Serialises a part of a node's description as JSON, or returns `fallback` where other nodes would not accept it. They
 * reject a whole response for one document that is not strict JSON (e.g. an integer beyond 2^53, or deep nesting), and
 * a response with 256 nodes must stay below 1 MiB.
 */
export function relayableJson(value: object, fallback: '[]' | '{}'): string {
  const json = JSON.stringify(value);
  if (json.length > maxCharacters) return fallback;
  try {
    // The depth in a handshake response: object, list, object.
    parseStrictJson(`[[[${json}]]]`);
    return json;
  } catch {
    return fallback;
  }
}
