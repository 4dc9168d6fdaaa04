import { soldCollectionType } from '../../contract/collections/media-types.ts';
import type { DeliveredKey } from '../../contract/node-api/licensing.ts';
import type { LicenceFacts, Receipt } from '../../contract/receipt.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { inputErrorAt } from '../../core/messages/input-error.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress, type RawAddress, requireTonAddress } from '../../core/ton/ton-address.ts';
import { AgeError } from '../../crypto/age/age-error.ts';
import { armor } from '../../crypto/age/armor.ts';
import { encryptBytes } from '../../crypto/age/in-memory.ts';
import { AgeIdentity, AgeRecipient } from '../../crypto/age/keys/x25519.ts';
import { openAge } from '../../crypto/age/open-age.ts';
import {
  type BlockList,
  type Catalogue,
  type ChainRecords,
  namesFile,
  type RegisteredContent,
} from '../content/index.ts';
import { type ContentKeys, keyHashOf } from './content-keys.ts';
import type { Rights } from './rights.ts';
import type { SoldCollections } from './sold-collections/sold-collections.ts';

/**
 * Reads licences of users from the chain. Only currently linked wallets count: the owner of this node can still read
 * here what unlinked wallets bought, but gets no more keys for it.
 */
export interface UserLicences {
  /** Returns whether one of a user's linked wallets owns the content. */
  owns(content: RegisteredContent, user: string): boolean;
  /**
   * Returns the receipt data of a licence that one of a user's linked wallets holds.
   * @param licence the licence; default: the newest
   */
  factsOf(
    content: RegisteredContent,
    user: string,
    licence: RawAddress | undefined,
  ): LicenceFacts | undefined;
  /**
   * Asks the chain whether one of a user's linked wallets holds a licence, while the index is not up to date.
   * @returns the receipt data as far as the index has it; undefined: no, or the index is up to date
   * @throws NodeError `chain_unavailable`
   */
  lookUp(
    content: RegisteredContent,
    user: string,
    licence: RawAddress,
  ): Promise<{ facts: LicenceFacts | undefined } | undefined>;
  /**
   * Returns the receipt data of a licence, and the recipient that the last change of its owner named.
   * @returns undefined when the licence is not of this content, or names no recipient
   */
  deliveryOf(
    content: RegisteredContent,
    licence: RawAddress,
  ): { facts: LicenceFacts; recipient: Buffer } | undefined;
}

export interface ContentKeyServiceOptions {
  chain: Pick<ChainRecords, 'byAddress' | 'byFile' | 'contractAddress'>;
  licences: UserLicences;
  rights: Rights;
  keys: ContentKeys;
  catalogue: Catalogue;
  blocks: Pick<BlockList, 'refuse'>;
  sold: Pick<SoldCollections, 'open'>;
  /** Signs the statement that this node delivers the key. */
  sign: (facts: LicenceFacts) => Receipt;
  onChange: () => void;
}

/** The requested key: addresses in any form; `recipient`: `age1…`. */
interface AskedKey {
  content_address: string;
  recipient: string;
  licence_address?: string | undefined;
}

type Named = Pick<DeliveredKey, 'content_address' | 'content_id' | 'key_hash'>;
type EncryptedRegistration = RegisteredContent & { keyHash: Buffer };

/** Delivers content keys to authors and licence holders, and accepts them from authors. */
export class ContentKeyService {
  readonly #options: ContentKeyServiceOptions;

  constructor(options: ContentKeyServiceOptions) {
    this.#options = options;
  }

  /**
   * Delivers the key of a content to an authorised user.
   * @throws NodeError `content_not_found`, `licence_required`, `key_not_found`, `blocked`, `chain_unavailable`,
   *   `invalid_request`
   */
  async deliver(user: string, asked: AskedKey): Promise<DeliveredKey> {
    const { rights, keys, sign } = this.#options;
    const content = this.#contentAt(asked.content_address);
    const named = this.#named(content);
    const licence =
      asked.licence_address === undefined
        ? undefined
        : requireTonAddress(asked.licence_address, 'query.licence_address');
    const right = await this.#rightOf(user, content, licence);
    if (!right) throw rights.refusal(content, named.content_address);
    this.#requireKey(content);
    const key = await encryptTo(asked.recipient, keys.open(content.sha256).secretKey());
    return { ...named, key, receipt: right.facts ? sign(right.facts) : null };
  }

  /**
   * Returns a user's right to the key; undefined: none.
   * @throws NodeError `chain_unavailable`
   */
  async #rightOf(user: string, content: EncryptedRegistration, licence: RawAddress | undefined) {
    const indexed = () => this.#indexedRight(user, content, licence);
    if (licence === undefined || holds(indexed)) return indexed();
    return (await this.#options.licences.lookUp(content, user, licence)) ?? indexed();
  }

  /**
   * Returns the right according to the index; a named licence must belong to the user, even if the user owns the
   * content.
   * @throws NodeError `chain_unavailable` when the index is too old
   */
  #indexedRight(user: string, content: EncryptedRegistration, licence: RawAddress | undefined) {
    const { rights, licences } = this.#options;
    const facts = licences.factsOf(content, user, licence);
    const isAuthor = licence === undefined && licences.owns(content, user);
    return rights.has(content.sha256, user) && (isAuthor || facts !== undefined) ? { facts } : undefined;
  }

  /**
   * Delivers the key of a licence to the recipient that its order named on the chain, without a sign-in, because nobody
   * else can decrypt it.
   * @throws NodeError `unauthorized` in every other case, so that strangers learn nothing about keys and licences
   */
  async deliverToRecipient(asked: AskedKey): Promise<DeliveredKey> {
    try {
      return await this.#deliverToNamed(asked);
    } catch (error) {
      if (!(error instanceof NodeError || error instanceof AgeError)) throw error;
      const isUnknownHere = error instanceof NodeError && error.details.isUnknownHere === true;
      throw new NodeError('unauthorized', 'http.tokenMissing', { cause: error, isUnknownHere });
    }
  }

  async #deliverToNamed({ content_address, licence_address = '', recipient }: AskedKey) {
    const { rights, licences, keys, sign } = this.#options;
    const content = this.#contentAt(content_address);
    const licence = requireTonAddress(licence_address, 'query.licence_address');
    const delivery = licences.deliveryOf(content, licence);
    const isNamed = delivery?.recipient.equals(AgeRecipient.parse(recipient).bytes) === true;
    if (!isNamed) throw rights.refusal(content, content_address);
    rights.requireKnownChain();
    this.#requireKey(content);
    const key = await encryptTo(recipient, keys.open(content.sha256).secretKey());
    return { ...this.#named(content), key, receipt: sign(delivery.facts) };
  }

  /** @throws NodeError `key_not_found` */
  #requireKey({ sha256, keyHash }: EncryptedRegistration): void {
    const { keys } = this.#options;
    if (!keys.find(sha256)?.keyHash.equals(keyHash)) throw noKey();
  }

  /**
   * Stores the key of a content that is stored here. Everybody who knows the key may deposit it, because only licence
   * holders get it.
   * @throws NodeError `content_not_found`, `not_yours`, `key_invalid`, `blocked`, `chain_unavailable`
   */
  async deposit(user: string, given: { content_address: string; key: string }): Promise<Named> {
    const { licences, keys, sold, onChange } = this.#options;
    const content = this.#contentAt(given.content_address);
    const identity = registeredIdentity(given.key, content.keyHash, licences.owns(content, user));
    const plainSize = await this.#plainSize(content.sha256, identity);
    const { sha256: encrypted, contentType, keyHash } = content;
    const isNew = await keys.put(
      { encrypted, plain: null, plainSize, contentType, origin: 'deposit', identity },
      () => !keys.find(encrypted)?.keyHash.equals(keyHash),
    );
    if (isNew) onChange();
    if (content.contentType === soldCollectionType) await sold.open(content.sha256);
    return this.#named(content);
  }

  /**
   * Returns the registration at an address, if it is the first one of its file: registering the file of another author
   * again gives no rights.
   */
  #contentAt(address: string): EncryptedRegistration {
    const { chain, blocks, keys } = this.#options;
    const raw = parseTonAddress(address);
    const content = raw === undefined ? undefined : chain.byAddress(raw);
    if (!namesFile(content) || chain.byFile(content.sha256)?.address !== content.address) {
      throw new NodeError('content_not_found', 'licensing.notOnChain');
    }
    blocks.refuse(content.sha256);
    const plain = keys.find(content.sha256)?.plain;
    if (plain) blocks.refuse(plain);
    if (!content.keyHash) throw new NodeError('key_not_found', 'licensing.notEncrypted');
    return content as EncryptedRegistration;
  }

  #named({ address, sha256, keyHash }: EncryptedRegistration): Named {
    return {
      content_address: this.#options.chain.contractAddress(address),
      content_id: contentIdOf(sha256),
      key_hash: keyHash.toString('hex'),
    };
  }

  /**
   * Returns the size of the plain file.
   * @throws NodeError `key_invalid` when the key does not decrypt the stored file
   */
  async #plainSize(encrypted: Buffer, identity: AgeIdentity): Promise<number> {
    const { catalogue } = this.#options;
    const reader = await catalogue.reader(catalogue.get(encrypted));
    try {
      return (await openAge(reader, identity)).size;
    } catch (error) {
      if (!(error instanceof AgeError)) throw error;
      throw new NodeError('key_invalid', 'licensing.keyWrong', { cause: error });
    } finally {
      await reader.close();
    }
  }
}

/** Returns whether a right is found; false where the index is too old. */
function holds(find: () => object | undefined): boolean {
  try {
    return find() !== undefined;
  } catch {
    return false;
  }
}

const noKey = () => new NodeError('key_not_found', 'licensing.keyOnOtherNode', { isUnknownHere: true });

/**
 * Returns the identity of a key that is registered on the chain.
 * @throws NodeError `key_invalid` for the content's owner, `not_yours` for others
 */
function registeredIdentity(key: string, keyHash: Buffer, isOwner: boolean): AgeIdentity {
  try {
    const identity = identityOf(key);
    if (keyHashOf(identity).equals(keyHash)) return identity;
    throw new NodeError('key_invalid', 'licensing.keyNotOnChain');
  } catch (error) {
    throw isOwner ? error : new NodeError('not_yours', 'licensing.notTheSeller');
  }
}

function identityOf(text: string): AgeIdentity {
  try {
    return AgeIdentity.parse(text.trim());
  } catch (error) {
    if (!(error instanceof AgeError)) throw error;
    throw new NodeError('key_invalid', 'licensing.keyInvalid');
  }
}

async function encryptTo(recipient: string, secret: string): Promise<string> {
  try {
    return armor(await encryptBytes(Buffer.from(secret), [AgeRecipient.parse(recipient)]));
  } catch (error) {
    if (error instanceof AgeError) {
      throw new NodeError('invalid_request', 'licensing.recipientInvalid', {
        errors: [inputErrorAt('query.recipient', 'licensing.isNoRecipient')],
      });
    }
    throw error;
  }
}
