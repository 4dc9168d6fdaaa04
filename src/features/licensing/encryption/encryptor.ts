import { Readable } from 'node:stream';
import { unknownType } from '../../../core/media-type/media-type.ts';
import { NodeError } from '../../../core/node-error.ts';
import { encryptedSize } from '../../../crypto/age/encrypt.ts';
import { decryptBytes } from '../../../crypto/age/in-memory.ts';
import { AgeIdentity } from '../../../crypto/age/keys/x25519.ts';
import type { Registrant } from '../../../crypto/age/registrant.ts';
import {
  type Catalogue,
  type Content,
  type ContentReader,
  type ContentRecordRepository,
  type ContentRepository,
  readWhole,
} from '../../content/index.ts';
import type { UploadAdmission } from '../../storage/index.ts';
import type { ContentKeys } from '../content-keys.ts';
import { cancelled } from './encryption-errors.ts';
import { EncryptionThread } from './encryption-thread.ts';
import { type EncryptionWork, extraStanzas, outputOf } from './encryption-work.ts';

/** Bytes per read. */
const pieceSize = 256 * 1024;
/** Size in bytes below which encrypting takes less time than starting a thread. */
const smallSize = 256 * 1024;

export interface EncryptorOptions {
  catalogue: Catalogue;
  admission: UploadAdmission;
  contents: Pick<ContentRepository, 'edit'>;
  records: Pick<ContentRecordRepository, 'get'>;
  keys: ContentKeys;
}

export interface EncryptionRequest {
  plain: Content;
  /** The owner of the encrypted file. */
  user: string;
  /** The wallet that will register the encrypted file, if it is known. */
  registrant: Registrant | undefined;
  /** Aborts the encryption, which rejects with the signal's reason. */
  signal: AbortSignal;
  /** Receives the number of plain bytes encrypted, and again the number read back. */
  onProgress: (bytes: number) => void;
}

/** Encrypts stored files to age files, version 1. */
export class Encryptor {
  readonly #options: EncryptorOptions;

  constructor(options: EncryptorOptions) {
    this.#options = options;
  }

  /**
   * Encrypts a content to a new key, and reads the whole file back; the key is on disk before the file.
   * @returns the SHA-256 of the encrypted file; partial results stay after a failure
   * @throws NodeError `insufficient_storage`, `payload_too_large`, `content_damaged`, `content_not_found`,
   *   `shutting_down`; the signal's reason
   */
  async encrypt(wanted: EncryptionRequest): Promise<Buffer> {
    const identity = AgeIdentity.generate();
    const encrypted = await this.#encrypt(wanted, identity);
    await this.#describe(wanted.plain.sha256, encrypted);
    await this.#readBack(encrypted, identity, wanted);
    return encrypted;
  }

  /**
   * Encrypts what was made of a content, small enough for the memory, in the same way.
   * @param made with the media type of the bytes
   */
  async encryptMade(made: MadeBytes, wanted: EncryptionRequest): Promise<Buffer> {
    const identity = AgeIdentity.generate();
    const work = workFor(identity, wanted);
    const source = Readable.from(outputOf(work, Readable.from([made.bytes])), { objectMode: false });
    const facts = { size: made.bytes.length, contentType: made.contentType };
    const encrypted = await this.#store(source, facts, wanted, identity);
    await this.#describe(wanted.plain.sha256, encrypted);
    const { catalogue } = this.#options;
    const file = await readWhole(await catalogue.reader(catalogue.get(encrypted)));
    if ((await decryptBytes(file, identity)).equals(made.bytes)) return encrypted;
    throw wronglyEncrypted();
  }

  #encrypt(wanted: EncryptionRequest, identity: AgeIdentity): Promise<Buffer> {
    const { plain, signal, onProgress } = wanted;
    return this.#workOn(plain, workFor(identity, wanted), { signal, onRead: onProgress }, (source) =>
      this.#store(source, plain, wanted, identity),
    );
  }

  /** Stores an encrypted file after its key. */
  #store(
    source: Readable,
    { size, contentType }: Pick<Content, 'size' | 'contentType'>,
    { plain, user, registrant, signal }: EncryptionRequest,
    identity: AgeIdentity,
  ): Promise<Buffer> {
    const { catalogue, admission, keys } = this.#options;
    const sizeHint = encryptedSize(size, [identity.recipient], extraStanzas(registrant));
    return admission.admit({ source, sizeHint, signal }, user, async (staged) => {
      const { sha256: encrypted } = staged;
      const about = { encrypted, plain: plain.sha256, plainSize: size, contentType };
      const { content } = await catalogue.keep(staged, {
        // The key is committed before the file, which is discarded where that fails.
        check: async () => {
          await keys.put({ ...about, origin: 'author', identity });
        },
        // Another replica may have ended the sale since, and removed the key.
        checkAddition: () => {
          if (!keys.findOwn(encrypted)) throw cancelled();
        },
        declaredType: unknownType,
        fileName: plain.name && `${plain.name}.age`,
        uploadedBy: user,
        unless: signal,
      });
      return content.sha256;
    });
  }

  /** Copies the record of the plain content to the encrypted one. */
  async #describe(plain: Buffer, encrypted: Buffer): Promise<void> {
    const { records, contents, catalogue } = this.#options;
    const [from, to] = [records.get(plain), records.get(encrypted)];
    if (!from || !to) throw new NodeError('content_not_found', 'licensing.removedMeanwhile');
    const { title, description, authors, hashtags, cover } = from;
    const words = { title, description, authors, hashtags, cover, published: false };
    await contents.edit(encrypted, () => words, to.createdAt);
    catalogue.forget(encrypted);
  }

  async #readBack(
    encrypted: Buffer,
    identity: AgeIdentity,
    { plain, signal, onProgress }: EncryptionRequest,
  ): Promise<void> {
    const content = this.#options.catalogue.get(encrypted);
    const work = { type: 'hash', identity: identity.secretKey() } as const;
    // An age file is slightly larger than its plain file.
    const onRead = (bytes: number) => onProgress(Math.floor((bytes * plain.size) / content.size));
    const digest = await this.#workOn(content, work, { signal, onRead }, async (made) =>
      Buffer.concat(await made.toArray()),
    );
    if (!digest.equals(plain.sha256)) throw wronglyEncrypted();
  }

  /** Runs work on a stored content; large files use a thread. */
  async #workOn<T>(
    content: Content,
    work: EncryptionWork,
    reading: Reading,
    use: (made: Readable) => Promise<T>,
  ): Promise<T> {
    const reader = await this.#options.catalogue.reader(content);
    const source = piecesOf(reader, reading);
    const made =
      content.size > smallSize
        ? new EncryptionThread(work, source)
        : Readable.from(outputOf(work, source), { objectMode: false });
    try {
      return await use(made);
    } finally {
      await closed(made);
      await reader.close();
    }
  }
}

/** Bytes in memory. */
interface MadeBytes {
  bytes: Buffer;
  contentType: string;
}

const wronglyEncrypted = () => new NodeError('content_damaged', 'licensing.encryptionWrong');

const workFor = ({ recipient }: AgeIdentity, { registrant }: EncryptionRequest) =>
  ({ type: 'encrypt', recipient: recipient.toString(), registrant }) as const;

interface Reading {
  signal: AbortSignal;
  /** Receives the number of bytes read. */
  onRead: (bytes: number) => void;
}

async function* piecesOf(reader: ContentReader, { signal, onRead }: Reading): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < reader.size; ) {
    signal.throwIfAborted();
    const piece = await reader.read(position, pieceSize);
    onRead(piece.length);
    yield piece;
    position += piece.length;
  }
}

/** Destroys a stream and resolves when it has released everything. */
async function closed(stream: Readable): Promise<void> {
  if (stream.closed) return;
  await new Promise<void>((resolve) => {
    stream
      .once('close', resolve)
      .on('error', () => {})
      .destroy();
  });
}
