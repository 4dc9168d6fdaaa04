import { parseStrictJson } from '../../core/strict-json.ts';

const MAX_CHARACTERS = 1024;

/**
 * What a node said about itself, as JSON that can be passed on. Others refuse a whole answer for one
 * document in it that is not strict JSON (an integer beyond 2^53, too deep), and an answer of 256 nodes
 * must stay below 1 MiB: what would spoil it is replaced by `fallback`.
 */
export function jsonToPassOn(value: object, fallback: '[]' | '{}'): string {
  const json = JSON.stringify(value);
  if (json.length > MAX_CHARACTERS) return fallback;
  try {
    // As deep as it stands in a handshake's answer: object, list, object.
    parseStrictJson(`[[[${json}]]]`);
    return json;
  } catch {
    return fallback;
  }
}
