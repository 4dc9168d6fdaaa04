import { createHash } from 'node:crypto';
import { freeAtOnce } from '../../blobs/memory.ts';
import { encrypt, encryptedSize } from '../../core/age/encrypt.ts';
import { openAge } from '../../core/age/open-age.ts';
import { AgeIdentity } from '../../core/age/x25519.ts';
import { NodeError } from '../../core/node-error.ts';
import type { ContentRecordRepository } from '../../db/content-records.ts';
import type { ContentRepository } from '../../db/contents.ts';
import type { Catalogue, Content, ContentReader } from '../catalogue.ts';
import type { Intake } from '../intake.ts';
import type { ContentKeys } from './content-keys.ts';

/** Read at once of a plain file. */
const pieceSize = 256 * 1024;

export interface SealerOptions {
  catalogue: Catalogue;
  intake: Intake;
  contents: Pick<ContentRepository, 'edit'>;
  records: Pick<ContentRecordRepository, 'get'>;
  keys: ContentKeys;
}

export interface Seal {
  plain: Content;
  /** Whose the encrypted file is. */
  user: string;
  /** Aborting it ends with the signal's reason. */
  signal: AbortSignal;
  /** Told of bytes of the plain file that are encrypted, and once more of those that are read back. */
  onProgress: (bytes: number) => void;
}

/** Makes encrypted files (age, version 1) out of stored ones. */
export class Sealer {
  readonly #options: SealerOptions;

  constructor(options: SealerOptions) {
    this.#options = options;
  }

  /**
   * Encrypts a content to a key of its own, and reads it back whole. The key is on disk before the file is.
   * @returns the SHA-256 of the encrypted file; what was begun stays when it fails
   * @throws NodeError `insufficient_storage`, `payload_too_large`, `content_damaged`, `content_not_found`,
   * `shutting_down`; the signal's reason
   */
  async seal(wanted: Seal): Promise<Buffer> {
    const identity = AgeIdentity.generate();
    const sealed = await this.#encrypt(wanted, identity);
    this.#describe(wanted.plain.sha256, sealed);
    await this.#readBack(sealed, identity, wanted);
    return sealed;
  }

  async #encrypt({ plain, user, signal, onProgress }: Seal, identity: AgeIdentity): Promise<Buffer> {
    const { catalogue, intake, keys } = this.#options;
    const audience = [identity.recipient];
    const reader = await catalogue.reader(plain);
    try {
      const brought = {
        source: encrypt(piecesOf(reader, onProgress), audience),
        sizeHint: encryptedSize(plain.size, audience),
        signal,
      };
      return await intake.take(brought, user, async (staged) => {
        keys.put({
          sealed: staged.sha256,
          plain: plain.sha256,
          plainSize: plain.size,
          contentType: plain.contentType,
          origin: 'author',
          identity,
        });
        const { content } = await catalogue.keep(staged, {
          declaredType: 'application/octet-stream',
          fileName: plain.name && `${plain.name}.age`,
          uploadedBy: user,
          unless: signal,
        });
        return content.sha256;
      });
    } finally {
      await reader.close();
    }
  }

  /** What is said of the one is said of the other. */
  #describe(plain: Buffer, sealed: Buffer): void {
    const { records, contents, catalogue } = this.#options;
    const [from, to] = [records.get(plain), records.get(sealed)];
    if (!from || !to) throw new NodeError('content_not_found', 'The content was removed meanwhile.');
    const { title, description, authors, hashtags, cover } = from;
    const words = { title, description, authors, hashtags, cover, published: false };
    contents.edit(to, words, to.createdAt);
    catalogue.forget(sealed);
  }

  async #readBack(sealed: Buffer, identity: AgeIdentity, { plain, signal, onProgress }: Seal): Promise<void> {
    const { catalogue } = this.#options;
    const reader = await catalogue.reader(catalogue.get(sealed));
    try {
      const hash = createHash('sha256');
      const opened = await openAge(reader, identity);
      for await (const piece of opened.read()) {
        signal.throwIfAborted();
        hash.update(piece);
        onProgress(piece.length);
        freeAtOnce(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      }
      if (hash.digest().equals(plain.sha256)) return;
    } finally {
      await reader.close();
    }
    throw new NodeError('content_damaged', 'What was encrypted does not open to the same file. Try again.');
  }
}

async function* piecesOf(reader: ContentReader, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < reader.size; ) {
    const piece = await reader.read(position, pieceSize);
    onRead(piece.length);
    yield piece;
    position += piece.length;
  }
}
