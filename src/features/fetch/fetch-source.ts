import type { Trust } from '../../platform/net/guarded/address-policy.ts';

/** A node that may be asked for a content. */
export interface FetchSource {
  /** Its origin. */
  host: string;
  /** Who named it decides which addresses it may have. */
  trust: Trust;
  /** Whether the index says that it has the content. */
  known: boolean;
}

/** What came of a request to a node. */
export type Outcome =
  /** It does not have the content, or does not give it. */
  | 'absent'
  /** It could not be asked, or its answer is none. */
  | 'unreachable'
  /** It offers more bytes than may be stored. */
  | 'too_large'
  /** It offers another size than others do; who is wrong shows when it is asked alone. */
  | 'other_size'
  /** It began to send, and stopped. */
  | 'interrupted'
  /** What it sent, whole, was something else. */
  | 'wrong_content';

/** A transfer that is faster counts as fast. */
export const fastBytesPerS = 64 * 1024;
