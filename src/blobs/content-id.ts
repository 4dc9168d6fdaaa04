/** The id of a content: the SHA-256 of its bytes. Prints as CIDv1 raw sha2-256 in base32 (`bafkrei…`). */
export class ContentId {
  readonly sha256: Buffer;

  /** @param sha256 32 bytes. */
  constructor(sha256: Buffer) {
    this.sha256 = sha256;
  }

  /** The hash as 64 lower-case hex digits. */
  get hex(): string {
    return this.sha256.toString('hex');
  }

  /** The canonical spelling, `bafkrei…`. */
  toString(): string {
    throw new Error('not built yet');
  }
}

/** What every content id of this node is made of (protocol, section 6). */
export const contentIdFormat = { version: 1, codec: 'raw', hash_algorithm: 'sha2-256' } as const;

/**
 * Reads any spelling of a content id: a CIDv1 raw sha2-256 in any multibase, 64 hex digits, base58 of the 32 bytes.
 * @throws NodeError `invalid_content_id`, or `unsupported_content_id` for a CID of another version, codec or hash.
 */
export function parseContentId(_text: string): ContentId {
  throw new Error('not built yet');
}

/** The canonical spelling of the id of what has this SHA-256 (32 bytes). */
export function contentIdOf(sha256: Uint8Array): string {
  return new ContentId(Buffer.from(sha256)).toString();
}
