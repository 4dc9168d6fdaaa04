import { Transform, type Writable } from 'node:stream';
import { contentIdOf } from '../../core/content-id.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import { type OutgoingPart, type PartProgress, RemoteProblem } from '../public-nodes/index.ts';

/** A content of this node that may be shared. */
export interface ShareableContent {
  sha256: Buffer;
  /** Size in bytes. */
  size: number;
  contentType: string;
  name: string;
  /** Empty for a content without a name. */
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  /** SHA-256 of the picture, which is a content, too. */
  cover: Buffer | null;
  /** In milliseconds. */
  updatedAt: number;
}

/**
 * Sends verified bytes of a content and ends `out`; both ends of the range are inclusive.
 * @throws NodeError
 */
export type ReadContent = (
  out: Writable,
  sha256: Buffer,
  range: { start: number; end: number },
) => Promise<void>;

/** The receiving node, with the account. */
export interface Recipient {
  progressOf(uploadId: string): Promise<number | undefined>;
  store(
    piece: Omit<OutgoingPart, 'body'>,
    open: () => OutgoingPart['body'],
  ): Promise<PartProgress | { content_id: string }>;
}

export interface SendContentOptions {
  content: ShareableContent;
  read: ReadContent;
  to: Recipient;
  /** Larger files are sent in parts of this many bytes. */
  partBytes: number;
  /** Upload of an earlier attempt; null: none. */
  uploadId: string | null;
  /** Offset up to which bytes were sent by earlier attempts; null: unknown. */
  sentBytes: number | null;
  /** Called before bytes up to this offset are sent. */
  onUpload: (uploadId: string | null, sentBytes: number) => Promise<void>;
  /** Called with the number of bytes that the node has stored. */
  onStored: (bytes: number) => void;
  /** Called with the number of further bytes sent. */
  onSent: (bytes: number) => void;
}

/** How often the recipient may correct the offset in one attempt. */
const maxCorrections = 3;

/** Copies chunks, because the reader reuses its memory while chunks may still wait for the network. */
class ChunkCopier extends Transform {
  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    done(null, Buffer.from(chunk));
  }
}

/** Sends one content to another node, from the offset of an earlier attempt. */
export class SendContent {
  readonly #options: SendContentOptions;
  #uploadId: string | null;
  #offset = 0;
  /** Highest offset sent; the recipient cannot have more. */
  #highestSent: number;
  #corrections = 0;

  constructor(options: SendContentOptions) {
    this.#options = options;
    this.#uploadId = options.uploadId;
    this.#highestSent = options.sentBytes ?? 0;
  }

  /**
   * Sends the content.
   * @throws PeerError, RemoteProblem and AccessError of the node, NodeError when the content cannot be read here
   */
  async run(): Promise<void> {
    const { onStored } = this.#options;
    await this.#resume();
    for (;;) {
      onStored(this.#offset);
      const response = await this.#sendNext();
      if (!response) continue;
      if ('content_id' in response) return this.#checkId(response.content_id);
      if (response.current_size <= this.#offset || response.current_size > this.#max()) throw invalidOffset();
      this.#uploadId = response.upload_id;
      this.#offset = response.current_size;
    }
  }

  async #resume(): Promise<void> {
    if (this.#uploadId === null) return;
    const size = await this.#options.to.progressOf(this.#uploadId);
    // An impossible offset restarts the upload, because this node may have been restored from a backup.
    if (size === undefined || size > this.#max()) this.#uploadId = null;
    else this.#offset = size;
  }

  /** Returns the highest possible offset of the upload. */
  #max(): number {
    return Math.min(this.#highestSent, this.#options.content.size);
  }

  /** Sends the next part; returns undefined when the node states another offset to continue at. */
  async #sendNext(): Promise<PartProgress | { content_id: string } | undefined> {
    const { content, partBytes, onUpload } = this.#options;
    const start = this.#offset;
    const end = Math.min(start + partBytes, content.size);
    this.#highestSent = Math.max(this.#highestSent, end);
    await onUpload(this.#uploadId, this.#highestSent);
    try {
      return await this.#send(start, end);
    } catch (error) {
      if (!(error instanceof RemoteProblem) || ++this.#corrections > maxCorrections) throw error;
      if (error.code === 'offset_mismatch' && error.currentSize !== undefined) {
        if (error.currentSize > this.#max()) throw invalidOffset();
        this.#offset = error.currentSize;
      } else if (error.code === 'upload_not_found' && this.#uploadId !== null) {
        this.#uploadId = null;
        this.#offset = 0;
      } else {
        throw error;
      }
      return undefined;
    }
  }

  async #send(start: number, end: number): Promise<PartProgress | { content_id: string }> {
    const { content, read, to, onSent } = this.#options;
    let reading: Promise<void> = Promise.resolve();
    let sent = 0;
    let body: ChunkCopier | undefined;
    const open = (): ChunkCopier => {
      body = new ChunkCopier();
      // The reader handles the error, but may not listen yet.
      body.on('error', () => {});
      if (start === end) body.end();
      else reading = read(body, content.sha256, { start, end: end - 1 });
      const { destroy } = body;
      reading.catch(destroy.bind(body));
      return body;
    };
    const piece = {
      start,
      end,
      size: content.size,
      sha256: content.sha256,
      name: content.name,
      contentType: content.contentType,
      uploadId: this.#uploadId,
      onBytes: (bytes: number) => {
        onSent(bytes - sent);
        sent = bytes;
      },
    };
    try {
      return await to.store(piece, open);
    } catch (error) {
      body?.destroy();
      // A read error here is not a failure of the other node.
      await reading;
      throw error;
    }
  }

  #checkId(id: string): void {
    if (id === contentIdOf(this.#options.content.sha256)) return;
    throw new PeerError('invalid_answer', 'sharing.otherFileStored');
  }
}

const invalidOffset = (): PeerError => new PeerError('invalid_answer', 'sharing.progressImpossible');
