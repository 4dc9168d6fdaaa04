import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { invalidCursor } from '../../core/lists/cursors.ts';

/**
 * Position in a list (`beforeNumber`) or in its changes (`after`). `began` is the newest change when the reader began;
 * the reader does not learn of contents that left the list before it.
 */
export type ContentCursor = { began: number } & (
  | { beforeNumber: number; after?: undefined }
  | { after: number; beforeNumber?: undefined }
);

const kinds = { list: 1, changes: 2 };
const numberBytes = 5;
const blockBytes = 16;

/**
 * Encrypts cursors as one AES block each, so that they do not reveal how much is stored and clients cannot forge
 * `began`. The rest of the block is zeros, which identifies forged cursors.
 */
export class ContentCursors {
  /** A key object takes a fraction of the time of its bytes. */
  readonly #key: KeyObject;

  /**
   * Derives the key of the cursors.
   * @param nodeSecret the 32 bytes of `node-secret`; a new secret invalidates all cursors
   */
  constructor(nodeSecret: Uint8Array) {
    this.#key = createSecretKey(
      Buffer.from(hkdfSync('sha256', nodeSecret, '', 'alcove/content-cursor/v1', 16)),
    );
  }

  write({ began, beforeNumber, after }: ContentCursor): string {
    const block = Buffer.alloc(blockBytes);
    block.writeUInt8(beforeNumber === undefined ? kinds.changes : kinds.list, 0);
    block.writeUIntBE(beforeNumber ?? after, 1, numberBytes);
    block.writeUIntBE(began, 1 + numberBytes, numberBytes);
    const cipher = createCipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false);
    return cipher.update(block).toString('base64url');
  }

  /**
   * Decrypts a cursor.
   * @param place the name of the field in errors, e.g. `query.cursor`
   * @param newest the newest change of this node; later cursors were issued by another replica, or before a backup was
   * restored
   * @throws NodeError `invalid_request`
   */
  read(text: string, place: string, newest: number): ContentCursor {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== blockBytes) throw invalidCursor(place);
    const block = createDecipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false).update(bytes);
    const kind = block.readUInt8(0);
    const position = block.readUIntBE(1, numberBytes);
    const began = block.readUIntBE(1 + numberBytes, numberBytes);
    const isOurs = block.subarray(1 + 2 * numberBytes).every((byte) => byte === 0);
    if (!isOurs) throw invalidCursor(place);
    if (began > newest) throw invalidCursor(place, true);
    if (kind === kinds.list) return { began, beforeNumber: position };
    if (kind !== kinds.changes) throw invalidCursor(place);
    if (position > newest) throw invalidCursor(place, true);
    return { began, after: position };
  }
}
