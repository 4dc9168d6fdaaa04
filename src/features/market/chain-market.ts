import { hashKey } from '../../core/hash-key.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { QueryCache } from '../../platform/sqlite/query-cache.ts';
import type { ChainContent, ChainLicence } from '../chain/index.ts';
import type { ChainLicenceRepository } from './repository/licence-repository.ts';
import type { Followed } from './repository/market-query.ts';
import type { ChainMarketRepository } from './repository/market-repository.ts';

const maxOfAuthor = 250;

/**
 * Returns the address of a file that was encrypted here and registered by its author's order; null: not on the chain
 * yet; undefined: not encrypted or not ordered here.
 */
export type OwnRegistrationOf = (sha256: Buffer) => RawAddress | null | undefined;

/** Reads single contents and licences of one platform from the index. */
export class ChainMarket {
  readonly #contents: ChainMarketRepository;
  readonly #licences: ChainLicenceRepository;
  readonly #platform: number;
  readonly #ownRegistrationOf: OwnRegistrationOf;
  readonly #files: QueryCache<ChainContent | undefined>;

  /**
   * @param platform `id` of its rows
   * @param files caches the contents of files, because each read of a licensed content needs them several times
   */
  constructor(
    contents: ChainMarketRepository,
    licences: ChainLicenceRepository,
    platform: number,
    ownRegistrationOf: OwnRegistrationOf,
    files: QueryCache<ChainContent | undefined>,
  ) {
    this.#contents = contents;
    this.#licences = licences;
    this.#platform = platform;
    this.#ownRegistrationOf = ownRegistrationOf;
    this.#files = files;
  }

  /**
   * Returns the content that names a file. Somebody else may have copied the message on its way to the chain. So if the
   * file names a registrant, the first content counts that this wallet sent; otherwise the first one, or for a file that
   * was encrypted here, its author's own.
   */
  byFile(sha256: Buffer): ChainContent | undefined {
    return this.#files.get(hashKey(sha256), () => this.#read(sha256));
  }

  #read(sha256: Buffer): ChainContent | undefined {
    const own = this.#ownRegistrationOf(sha256);
    const first = this.#contents.byFile(this.#platform, sha256);
    if (own === undefined || (first && this.#contents.namesRegistrant(this.#platform, sha256))) return first;
    return own === null ? undefined : this.byAddress(own);
  }

  byAddress(address: RawAddress): ChainContent | undefined {
    return this.#contents.byAddress(this.#platform, address);
  }

  /** Returns the newest contents that a wallet sells, at most 250. */
  ofOwner(owner: RawAddress): ChainContent[] {
    return this.#newestOf({ owners: [owner], authors: [] });
  }

  /** Returns the newest contents for sale that name an author, at most 250. */
  ofAuthor(name: string): ChainContent[] {
    return this.#newestOf({ owners: [], authors: [name] });
  }

  #newestOf(followed: Followed): ChainContent[] {
    return this.#contents.page({ platform: this.#platform, followed }, 'newest', undefined, maxOfAuthor);
  }

  licence(address: RawAddress): { licence: ChainLicence; content: ChainContent } | undefined {
    const licence = this.#licences.byAddress(this.#platform, address);
    const content = licence && this.#contents.byIds([licence.content]).get(licence.content);
    return licence && content && { licence, content };
  }

  /** Returns the licences that a wallet holds of a content. */
  licencesOf(content: ChainContent, owner: RawAddress): ChainLicence[] {
    return this.#licences.holdings([content.id], [owner]);
  }

  /** Returns the licences that several wallets hold of a content. */
  licencesOfAll(content: Pick<ChainContent, 'id'>, owners: readonly RawAddress[]): ChainLicence[] {
    return owners.length === 0 ? [] : this.#licences.holdings([content.id], owners);
  }
}
