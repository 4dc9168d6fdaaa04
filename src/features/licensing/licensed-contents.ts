import type { Writable } from 'node:stream';
import type { ByteRange } from '../../core/bytes/byte-range.ts';
import { dashboardReader, ownerId } from '../../core/caller.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { unknownType } from '../../core/media-type/media-type.ts';
import { NodeError } from '../../core/node-error.ts';
import { AgeError } from '../../crypto/age/age-error.ts';
import type { BlockList, Catalogue, ChainRecords, Content } from '../content/index.ts';
import type { AccessLinks } from './access-links.ts';
import type { ContentKeys } from './content-keys.ts';
import type { Encryptions } from './encryption/encryptions.ts';
import { OpenedHeaders } from './opened-headers.ts';
import type { ContentKeyRow } from './repository/content-key-repository.ts';
import type { Restriction } from './restriction-store.ts';
import type { Rights } from './rights.ts';
import { sendDecrypted } from './send-decrypted.ts';

/** An encrypted content, described by its plain file. */
export interface EncryptedContent {
  /** Media type of the plain bytes. */
  contentType: string;
  /** Size in bytes; undefined: unknown without the key. */
  size: number | undefined;
  keyHash: Buffer;
  hasKey: boolean;
}

/** A content opened by an access link, decrypted if it is encrypted. */
export interface LinkedContent {
  name: string;
  contentType: string;
  /** Size in bytes. */
  size: number;
  /** In milliseconds. */
  createdAt: number;
  /** Whether it may be downloaded as a file. */
  downloadable: boolean;
  /** Whether others must pay for it. */
  isSold: boolean;
  /** ETag of the sent bytes, without quotes. */
  etag: string;
  /**
   * Sends the bytes or a range of them, and ends `out`; every byte is authenticated before it is sent.
   * @throws NodeError `content_damaged`; `out` is destroyed if something was already sent
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
  chain: Pick<ChainRecords, 'byFile' | 'owns' | 'holds' | 'contractAddress'>;
  blocks: Pick<BlockList, 'refuse'>;
}

/** Decides who may read sold contents, and signs their access links. */
export class LicensedContents {
  readonly #options: LicensedContentsOptions;
  readonly #headers = new OpenedHeaders();

  constructor(options: LicensedContentsOptions) {
    this.#options = options;
  }

  /** Returns the restriction of a plain content; only its seller and the owner of the node may read it here. */
  restriction(sha256: Buffer): Restriction | undefined {
    return this.#options.encryptions.find(sha256);
  }

  /**
   * Refuses access to a restricted content.
   * @throws NodeError `encrypting`, `licence_required`
   */
  refuseRestricted(sha256: Buffer): void {
    const row = this.restriction(sha256);
    if (!row) return;
    if (!row.encrypted) {
      throw new NodeError('encrypting', 'licensing.encryptedForSale', {
        headers: { 'Retry-After': '5' },
      });
    }
    throw this.#refusal(row.encrypted);
  }

  /** Returns media type and size of the plain file; undefined where the content is not encrypted. */
  encrypted(sha256: Buffer): EncryptedContent | undefined {
    const { keys, chain, catalogue } = this.#options;
    const key = keys.find(sha256);
    if (key) return { contentType: key.contentType, size: key.plainSize, keyHash: key.keyHash, hasKey: true };
    const content = chain.byFile(sha256);
    if (!content?.keyHash || !mayBeEncrypted(catalogue.find(sha256))) return undefined;
    return { contentType: content.contentType, size: undefined, keyHash: content.keyHash, hasKey: false };
  }

  /**
   * Returns an access link for a user, valid for six hours and repeated while it is valid.
   * @param base base URL of the node API
   * @throws NodeError `content_not_found`, `blocked`, `licence_required`, `key_not_found`, `chain_unavailable`
   */
  link(sha256: Buffer, user: string, base: string): { url: string; expiresAt: number } {
    this.#options.catalogue.get(sha256);
    this.#authorize(sha256, userOf(user));
    const { access, expiresAt } = this.#options.links.sign(sha256, user);
    return { url: urlOf(base, sha256, access), expiresAt };
  }

  /** Returns an access link for a record; null where the user gets none. */
  linkIfAny(sha256: Buffer, user: string | undefined, base: string): string | null {
    if (user === undefined) return null;
    try {
      return this.link(sha256, user, base).url;
    } catch (error) {
      if (error instanceof NodeError) return null;
      throw error;
    }
  }

  /** Returns an access link to a content that is not sold, for pages whose other requests this node refuses. */
  pageLink(sha256: Buffer, base: string): string {
    return urlOf(base, sha256, this.#options.links.sign(sha256, anyPage).access);
  }

  /**
   * Returns media type, size and download right of an access link; the author may always download.
   * @throws NodeError `content_not_found`
   */
  plainOf(sha256: Buffer, user: string): { contentType: string; size: number; downloadable: boolean } {
    const content = this.#options.catalogue.get(sha256);
    const { contentType, plainSize: size } = this.#options.keys.find(sha256) ?? {
      contentType: content.contentType,
      plainSize: content.size,
    };
    const { chain, rights } = this.#options;
    const registered = rights.registrations(sha256);
    const downloadable =
      registered.length === 0 ||
      registered.some((each) => chain.owns(each, user) || (each.downloadable && chain.holds(each, user)));
    return { contentType, size, downloadable };
  }

  /** Returns whether this node signed the link for this content and the link has not expired. */
  isLink(sha256: Buffer, access: string): boolean {
    return this.#options.links.isValid(sha256, access);
  }

  /**
   * Opens the content of an access link; the caller closes it. The right is checked now, not when the link was signed.
   * @param access the parameter of the link
   * @throws NodeError `access_invalid`, and the errors of `link`; `content_damaged`
   */
  async open(sha256: Buffer, access: string): Promise<LinkedContent> {
    const { links, catalogue, keys } = this.#options;
    const user = userOf(links.verify(sha256, access).user);
    const content = catalogue.get(sha256);
    this.#authorize(sha256, user);
    const { downloadable } = this.plainOf(sha256, user);
    const key = keys.find(sha256);
    return key ? this.#opened(content, key, downloadable) : this.#plain(content, downloadable);
  }

  /**
   * Checks that a user may read a content.
   * @throws NodeError `licence_required`, `key_not_found`, `chain_unavailable`, `blocked`
   */
  #authorize(sha256: Buffer, user: string): void {
    const { rights, keys, blocks } = this.#options;
    const plain = keys.find(sha256)?.plain;
    // Blocking a plain file also blocks its encrypted file.
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
    const [content] = this.#options.rights.registrations(encrypted);
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
      isSold: this.restriction(sha256) !== undefined,
      etag: sha256.toString('hex'),
      sendTo: (out, range) => this.#options.catalogue.sendTo(out, content, range),
      close: async () => {},
    };
  }

  async #opened(content: Content, key: ContentKeyRow, downloadable: boolean): Promise<LinkedContent> {
    const { catalogue, keys } = this.#options;
    const { sha256, name, createdAt } = content;
    const reader = await catalogue.reader(content, 'unverified');
    const damaged = (error: unknown) => this.#damaged(sha256, error);
    try {
      const opened = await this.#headers.open(sha256, reader, () => keys.open(sha256));
      return {
        createdAt,
        downloadable,
        isSold: true,
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
    this.#headers.forget(sha256);
    if (!(error instanceof AgeError)) return error;
    this.#options.catalogue.inspectInBackground(sha256);
    return new NodeError('content_damaged', 'licensing.encryptedDamaged', {
      cause: error,
    });
  }
}

/** Returns the user whose rights a link grants. */
const userOf = (reader: string): string => (reader === dashboardReader ? ownerId : reader);

/** Replaces the user in links of pages; no user has this id, so these links grant no rights to sold contents. */
const anyPage = 'page';

const urlOf = (base: string, sha256: Buffer, access: string): string =>
  `${base}/api/v1/storage/${contentIdOf(sha256)}?access=${access}`;

/**
 * Returns whether a file may be encrypted, by its media type too, because anyone may register any file as encrypted.
 */
const mayBeEncrypted = (content: Content | undefined): boolean =>
  content === undefined || content.contentType === unknownType;
