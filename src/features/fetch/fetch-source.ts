import type { HostTrust } from '../../platform/net/guarded/address-policy.ts';

/** A node that may be asked for a content. */
export interface FetchSource {
  /** Origin of the node. */
  host: string;
  /** The addresses that the node may have, by the source of its name. */
  trust: HostTrust;
  /** Whether the node has the content according to the index. */
  known: boolean;
}

/** Result of a request to a node. */
export type FetchOutcome =
  /** The node does not have the content, or refuses it. */
  | 'absent'
  /** The node was not reachable, or its response is invalid. */
  | 'unreachable'
  /** The content is larger than the limit. */
  | 'too_large'
  /** The node states another size than others; asking it alone shows which one is wrong. */
  | 'other_size'
  /** The node started to send, and stopped. */
  | 'interrupted'
  /** The node sent all bytes, and their hash was wrong. */
  | 'wrong_content';

/** A faster transfer counts as fast. */
export const fastBytesPerS = 64 * 1024;
