import type { Writable } from 'node:stream';
import { ownerId } from '../../core/caller.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import { AgeError } from '../../crypto/age/age-error.ts';
import type { ByteRange } from '../../platform/blobs/store/blob-types.ts';
import type { BlockList, Catalogue, ChainRecords, Content } from '../content/index.ts';
import type { AccessLinks } from './access-links.ts';
import type { ContentKeys } from './content-keys.ts';
import { DecryptedFiles } from './decrypted-files.ts';
import type { Encryptions } from './encryption/encryptions.ts';
import type { ContentKeyRow } from './repository/content-key-repository.ts';
import type { EncryptionRow } from './repository/encryption-repository.ts';
import type { Rights } from './rights.ts';
import { sendDecrypted } from './send-decrypted.ts';

/** What an encrypted content holds. */
export interface EncryptedContent {
  /** Media type of the plain bytes. */
  contentType: string;
  /** Bytes; undefined: not known without the key. */
  size: number | undefined;
  keyHash: Buffer;
  hasKey: boolean;
}

/** A content that an access link opens, decrypted where it is encrypted. */
export interface LinkedContent {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** In milliseconds. */
  createdAt: number;
  /** Whether it may be offered as a file. */
  downloadable: boolean;
  /** Of what is sent, without quotes. */
  etag: string;
  /**
   * Sends the bytes or a part of them, and ends `out`; every byte is authenticated before it is sent.
   * @throws NodeError `content_damaged`; when something was sent, `out` is destroyed
   */
  sendTo(out: Writable, range?: ByteRange): Promise<void>;
  close(): Promise<void>;
}

export interface LicensedContentsOptions {
  catalogue: Catalogue;
  keys: ContentKeys;
  encryptions: Pick<Encryptions, 'find' | 'ofEncrypted'>;
  links: AccessLinks;
  rights: Rights;
  chain: Pick<ChainRecords, 'byFile' | 'owns' | 'contractAddress'>;
  blocks: Pick<BlockList, 'refuse'>;
}

/** Contents that are for sale: who reads what of them, and where. */
export class LicensedContents {
  readonly #options: LicensedContentsOptions;
  readonly #unlocked = new DecryptedFiles();

  constructor(options: LicensedContentsOptions) {
    this.#options = options;
  }

  /** A plain content that is sold, or is to be: nobody else is to read it here. */
  restriction(sha256: Buffer): EncryptionRow | undefined {
    return this.#options.encryptions.find(sha256);
  }

  /** @throws NodeError `encrypting`, `licence_required` for a plain content that is sold */
  refuseRestricted(sha256: Buffer): void {
    const row = this.restriction(sha256);
    if (!row) return;
    if (!row.encrypted) {
      throw new NodeError('encrypting', 'This content is being encrypted, as it is to be sold.', {
        headers: { 'Retry-After': '5' },
      });
    }
    throw this.#refusal(row.encrypted);
  }

  /** What is in a content, if it is encrypted. */
  encrypted(sha256: Buffer): EncryptedContent | undefined {
    const { keys, chain, catalogue } = this.#options;
    const key = keys.find(sha256);
    if (key) return { contentType: key.contentType, size: key.plainSize, keyHash: key.keyHash, hasKey: true };
    const content = chain.byFile(sha256);
    if (!content?.keyHash || !mayBeEncrypted(catalogue.find(sha256))) return undefined;
    return { contentType: content.contentType, size: undefined, keyHash: content.keyHash, hasKey: false };
  }

  /**
   * The link by which a user reads what is in a content, for ten minutes.
   * @param base of the node API
   * @throws NodeError `content_not_found`, `blocked`, `licence_required`, `key_not_found`, `chain_unavailable`
   */
  link(sha256: Buffer, user: string, base: string): { url: string; expiresAt: number } {
    this.#options.catalogue.get(sha256);
    this.#authorize(sha256, user);
    const { access, expiresAt } = this.#options.links.sign(sha256, user);
    return { url: `${base}/api/v1/storage/${contentIdOf(sha256)}?access=${access}`, expiresAt };
  }

  /** The same for records: null where there is none. */
  linkIfAny(sha256: Buffer, user: string | undefined, base: string): string | null {
    if (user === undefined) return null;
    try {
      return this.link(sha256, user, base).url;
    } catch (error) {
      if (error instanceof NodeError) return null;
      throw error;
    }
  }

  /**
   * What a link of this content gives a user, and whether as a file, too: its author always has it so.
   * @throws NodeError `content_not_found`
   */
  plainOf(sha256: Buffer, user: string): { contentType: string; size: number; downloadable: boolean } {
    const content = this.#options.catalogue.get(sha256);
    const { contentType, plainSize: size } = this.#options.keys.find(sha256) ?? {
      contentType: content.contentType,
      plainSize: content.size,
    };
    const { chain } = this.#options;
    const registered = chain.byFile(sha256);
    const downloadable = !registered || registered.downloadable || chain.owns(registered, user);
    return { contentType, size, downloadable };
  }

  /** Whether this node made such a link to this content, and its time is not over. */
  isLink(sha256: Buffer, access: string): boolean {
    return this.#options.links.isValid(sha256, access);
  }

  /**
   * Opens what a link names; to be closed. The right is looked at now, not when the link was made.
   * @param access the parameter of the link
   * @throws NodeError `access_invalid`, and those of `link`; `content_damaged`
   */
  async open(sha256: Buffer, access: string): Promise<LinkedContent> {
    const { links, catalogue, keys } = this.#options;
    const { user } = links.verify(sha256, access);
    const content = catalogue.get(sha256);
    this.#authorize(sha256, user);
    const { downloadable } = this.plainOf(sha256, user);
    const key = keys.find(sha256);
    return key ? this.#opened(content, key, downloadable) : this.#plain(content, downloadable);
  }

  /** @throws NodeError `licence_required`, `key_not_found`, `chain_unavailable`, `blocked` */
  #authorize(sha256: Buffer, user: string): void {
    const { rights, keys, blocks } = this.#options;
    const plain = keys.find(sha256)?.plain;
    // What is in it is blocked with the file that it was made of.
    if (plain) blocks.refuse(plain);
    const restricted = this.restriction(sha256);
    if (restricted) {
      if (user !== restricted.user && user !== ownerId) this.refuseRestricted(sha256);
      return;
    }
    if (!this.encrypted(sha256)) return;
    if (!rights.has(sha256, user)) throw this.#refusal(sha256);
    keys.require(sha256);
  }

  #refusal(encrypted: Buffer): NodeError {
    const content = this.#options.chain.byFile(encrypted);
    return this.#options.rights.refusal(
      content,
      content && this.#options.chain.contractAddress(content.address),
    );
  }

  #plain(content: Content, downloadable: boolean): LinkedContent {
    const { name, contentType, size, createdAt, sha256 } = content;
    return {
      name,
      contentType,
      size,
      createdAt,
      downloadable,
      etag: sha256.toString('hex'),
      sendTo: (out, range) => this.#options.catalogue.sendTo(out, content, range),
      close: async () => {},
    };
  }

  async #opened(content: Content, key: ContentKeyRow, downloadable: boolean): Promise<LinkedContent> {
    const { catalogue, keys } = this.#options;
    const { sha256, name, createdAt } = content;
    const reader = await catalogue.uncheckedReader(content);
    const damaged = (error: unknown) => this.#damaged(sha256, error);
    try {
      const opened = await this.#unlocked.open(sha256, reader, () => keys.open(sha256));
      return {
        createdAt,
        downloadable,
        contentType: key.contentType,
        size: opened.size,
        name: name.replace(/\.age$/, ''),
        etag: `${sha256.toString('hex')}.plain`,
        sendTo: (out, range) =>
          sendDecrypted(out, opened, range).catch((error) => Promise.reject(damaged(error))),
        close: () => reader.close(),
      };
    } catch (error) {
      await reader.close();
      throw damaged(error);
    }
  }

  #damaged(sha256: Buffer, error: unknown): unknown {
    this.#unlocked.forget(sha256);
    if (!(error instanceof AgeError)) return error;
    this.#options.catalogue.reportDamage(sha256);
    return new NodeError(
      'content_damaged',
      'The encrypted file does not open with its key: it was altered.',
      {
        cause: error,
      },
    );
  }
}

/** Whoever writes to the chain may claim anything of a file that is here; an encrypted one has no type of its own. */
const mayBeEncrypted = (content: Content | undefined): boolean =>
  content === undefined || content.contentType === 'application/octet-stream';
